import type { ReactNode } from 'react';

/** A short link among many of its kind: a city, a ZIP code, a related category. `count` is what one finds behind it. */
export function Chip({ href, count, children }: { href: string; count?: number; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-card px-4 transition-colors hover:border-pacific hover:text-pacific [&>svg]:size-4"
    >
      {children}
      {count !== undefined && <span className="text-muted text-sm tabular-nums">{count.toLocaleString('en-US')}</span>}
    </a>
  );
}
