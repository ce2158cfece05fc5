import { type ReactNode, useId } from 'react';
import { Card } from '#web/base/ui/card.tsx';

/** A part of the desk of a listing: a card with a title, and a button beside it. */
export function Panel({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="grid gap-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}

/** The text of an empty panel. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>;
