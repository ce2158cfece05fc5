import type { ReactNode } from 'react';

/** A name and its value, in a `<dl className={FACTS_CLASS}>`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted">{name}</dt>
      <dd className="typed whitespace-pre-line">{children}</dd>
    </div>
  );
}

export const FACTS_CLASS = 'grid gap-x-6 gap-y-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]';
