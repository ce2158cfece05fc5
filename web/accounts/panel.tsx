import type { ReactNode } from 'react';
import { Card } from '#web/base/ui/card.tsx';

/** One setting of the account: title and explanation beside its form. */
export function Panel({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <Card className="mt-4 grid gap-x-10 gap-y-5 p-4 first:mt-0 sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h3 className="text-lg">{title}</h3>
        <div className="mt-1.5 text-muted">{lead}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </Card>
  );
}
