import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** Centres content with a maximum width of 1,440 px and the side margins of the page. */
export function Container({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={clsx('mx-auto w-full max-w-page px-4 sm:px-6', className)} {...rest} />;
}
