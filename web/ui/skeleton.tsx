import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A placeholder block; give it the size of what will come, so that nothing moves when it does. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('loading-pulse block rounded-field bg-line', className)} />;
}

/** Wraps the skeletons of one region and tells assistive technology once what is being waited for. */
export function SkeletonGroup({
  label = 'Loading…',
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
