import type { ReactNode } from 'react';
import { Chip } from './chip.tsx';

/** Chips in a row that wraps. */
export function Chips({ links }: { links: { href: string; label: ReactNode; count?: number }[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ href, label, count }) => (
        <li key={href}>
          <Chip href={href} count={count}>
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
