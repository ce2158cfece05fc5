import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

/**
 * A section of a page with a title under a hairline, and a top margin of 64 px (40 px on phones). `action` is at the end of the
 * title line, usually a link to the whole list. `id` makes it the target of links.
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
