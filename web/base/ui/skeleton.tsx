import clsx from 'clsx';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';

/** A placeholder block. Give it the size of the content, so that the layout does not shift. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('loading-pulse block rounded-field bg-line', className)} />;
}

/** A group of skeletons, announced once to assistive technology by its label. */
export function SkeletonGroup({
  label = t('Loading…'),
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={className}>
      {children}
      <span className="sr-only">{label}</span>
    </div>
  );
}
