import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Breadcrumbs } from './breadcrumbs.tsx';

/**
 * The heading of a page: breadcrumbs, a kicker, the title (the only `<h1>` of the page), a lead, and the primary actions. A `scene`
 * (an `<img>` or `<svg>`, cropped to its frame) is beside the text on wide screens and above it on others, with reserved space.
 */
export function PageHeading({
  title,
  kicker,
  lead,
  breadcrumbs,
  scene,
  className,
  children,
}: {
  title: ReactNode;
  kicker?: ReactNode;
  lead?: ReactNode;
  breadcrumbs?: { label: string; href?: string }[];
  scene?: ReactNode;
  className?: string;
  /** Buttons, facts or a form below the lead. */
  children?: ReactNode;
}) {
  return (
    <div className={clsx('pt-2 md:pt-4', className)}>
      {breadcrumbs && <Breadcrumbs items={breadcrumbs} />}
      <div
        className={clsx(
          'mt-2 grid items-center gap-x-12 gap-y-6',
          scene && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
        )}
      >
        {scene && (
          <div
            className={clsx(
              'relative h-40 overflow-hidden rounded-card sm:h-56 lg:order-last lg:h-72',
              '[&>*]:absolute [&>*]:inset-0 [&>*]:h-full [&>*]:w-full [&>*]:object-cover',
            )}
          >
            {scene}
          </div>
        )}
        <div>
          {kicker && <p className="mb-2 font-semibold text-poppy-text">{kicker}</p>}
          <h1 className="text-2xl sm:text-3xl lg:text-4xl">{title}</h1>
          {lead && <p className="mt-4 max-w-measure text-lg text-muted">{lead}</p>}
          {children && <div className="mt-6">{children}</div>}
        </div>
      </div>
    </div>
  );
}
