import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A word about the thing beside it ('Featured', 'Sample'). Its colour never says more than its text. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: 'neutral' | 'accent' | 'success' | 'info' | 'danger';
  className?: string;
  children: ReactNode;
}) {
  return <span className={clsx('badge', tone !== 'neutral' && tone, className)}>{children}</span>;
}
