import type { ReactNode } from 'react';
import { formatNumber } from '#web/base/i18n/format.ts';

/** A link among many of its kind: a city, a ZIP code, a related category. `count` is the number of listings there, hidden if 0. */
export function Chip({ href, count, children }: { href: string; count?: number; children: ReactNode }) {
  return (
    <a href={href} className="chip">
      {children}
      {count !== undefined && count > 0 && <small>{formatNumber(count)}</small>}
    </a>
  );
}
