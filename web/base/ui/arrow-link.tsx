import type { ReactNode } from 'react';

/** A link from a preview of a list to the whole list. */
export function ArrowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="arrow-link">
      {children}
    </a>
  );
}
