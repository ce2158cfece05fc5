import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A link to all of what a part of the page shows some of. */
export function ArrowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="link inline-flex min-h-11 items-center gap-1.5 font-semibold">
      {children}
      <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
    </a>
  );
}
