import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** Centres content at 1,200 px at most, with the page's side margins. */
export function Container({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={clsx('mx-auto w-full max-w-page px-4 sm:px-6', className)} {...rest} />;
}
