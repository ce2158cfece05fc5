import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Breadcrumbs } from './breadcrumbs.tsx';

/**
 * The heading of a page: breadcrumbs, a kicker, the title (the only `<h1>` of the page), a lead, and the primary actions. A `scene`
 * (an `<img>` or `<svg>`, cropped to its frame) is beside the text, small on narrow screens, with reserved space.
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
          'mt-1 grid items-center gap-x-4 gap-y-6 sm:gap-x-6 md:mt-2 lg:gap-x-12',
          scene && 'grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_24rem]',
        )}
      >
        {scene && (
          <div
            className={clsx(
              'relative size-16 self-start overflow-hidden rounded-field sm:size-28 lg:order-last lg:h-44 lg:w-full lg:rounded-card',
              '[&>*]:absolute [&>*]:inset-0 [&>*]:h-full [&>*]:w-full [&>*]:object-cover',
            )}
          >
            {scene}
          </div>
        )}
        <div>
          {kicker && <p className="mb-2 font-semibold text-muted">{kicker}</p>}
          <h1 className="text-2xl sm:text-3xl lg:text-4xl">{title}</h1>
          {lead && <p className="mt-1 max-w-measure text-muted sm:mt-3 sm:text-lg">{lead}</p>}
          {children && <div className="mt-4 empty:hidden sm:mt-6">{children}</div>}
        </div>
      </div>
    </div>
  );
}
