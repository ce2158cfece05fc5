import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A `<details>` element: a question with its answer, or the rest of a long list. */
export function Disclosure({
  summary,
  open = false,
  className,
  children,
}: {
  summary: ReactNode;
  /** Whether it is initially open. */
  open?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <details open={open} className={clsx('group rounded-card border bg-card', className)}>
      <summary className="flex min-h-13 items-center justify-between gap-4 rounded-card px-4 py-2 font-semibold hover:text-pacific">
        {summary}
        <Icon name="chevron-down" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  );
}
