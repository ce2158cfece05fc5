import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A short label ('Featured', 'Sample'). Its colour adds no information to its text. */
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
