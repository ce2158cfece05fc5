import type { ReactNode } from 'react';

/** A link to all of what a part of the page shows some of. */
export function ArrowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="arrow-link">
      {children}
    </a>
  );
}
