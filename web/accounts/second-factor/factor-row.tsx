import type { ReactNode } from 'react';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

/** A second factor: when it was added and last used, and the buttons in `children`. */
export function FactorRow({
  icon,
  name,
  createdAt,
  lastUsedAt,
  children,
}: {
  icon: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3 first:pt-0 sm:flex-nowrap">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon name={icon} className="mt-1 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="text-muted text-sm">
            {lastUsedAt
              ? rich('Added {added}, last used {used}', {
                  added: <DateTime at={createdAt} />,
                  used: <DateTime at={lastUsedAt} />,
                })
              : rich('Added {added}, not used yet', { added: <DateTime at={createdAt} /> })}
          </p>
        </div>
      </div>
      <div className="flex">{children}</div>
    </li>
  );
}
