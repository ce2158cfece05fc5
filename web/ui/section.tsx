import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

/**
 * A titled part of a page, under a newspaper's double rule: 64 px from what is above it, 40 on phones. `action` stands
 * at the end of the title's line, usually a link to all of what the section shows. `id` makes it a link's target.
 */
export function Section({
  title,
  id,
  lead,
  action,
  className,
  children,
}: {
  title: ReactNode;
  id?: string;
  lead?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={clsx('section', className)}>
      <div className="section-head">
        <div>
          <h2 id={titleId}>{title}</h2>
          {action}
        </div>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </section>
  );
}
