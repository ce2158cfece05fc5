import clsx from 'clsx';
import type { ComponentProps } from 'react';

/**
 * A surface with a radius of 12 px. It is positioned, so that a `cover-link` inside covers all of it; `interactive` adds a
 * shadow on hover. It has no padding, so that pictures reach its edges; text needs `p-4`.
 */
export function Card({
  as: Tag = 'div',
  interactive = false,
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'article' | 'li' | 'section'; interactive?: boolean }) {
  // The four tags have the same attributes, which TypeScript does not infer from a union of tags.
  const Surface = Tag as 'div';
  return <Surface className={clsx('card', interactive && 'interactive', className)} {...rest} />;
}
