import type { ReactNode } from 'react';
import { Icon } from '#web/base/ui/icon.tsx';

/** A link to where something is worked through, with how much of it there is. */
export function TaskRow({
  href,
  icon,
  label,
  count,
  tone,
  children,
}: {
  href: string;
  icon: string;
  label: string;
  count: string;
  tone?: 'danger';
  children: ReactNode;
}) {
  return (
    <li className="relative flex items-center gap-4 px-4 py-3 first:rounded-t-card last:rounded-b-card hover:bg-pacific-wash">
      <Icon name={icon} className={`size-5 shrink-0 ${tone === 'danger' ? 'text-danger' : 'text-pacific'}`} />
      <div className="min-w-0 grow">
        <a href={href} className="cover-link font-semibold">
          {label}
        </a>
        <div className="flex flex-wrap gap-x-3 text-muted text-sm">{children}</div>
      </div>
      <span className="font-semibold text-xl tabular-nums">{count}</span>
      <Icon name="arrow-right" className="size-4 shrink-0 text-muted max-sm:hidden" />
    </li>
  );
}
