import clsx from 'clsx';
import type { ComponentProps } from 'react';

/**
 * A raised surface of 12 px radius. Positioned, so that a `cover-link` inside makes all of it clickable; `interactive`
 * lifts it under the pointer. `edge` is the thin poppy edge of what is paid for; say so in words inside as well.
 * Has no padding of its own: pictures reach its edges, text takes `p-4`.
 */
export function Card({
  as: Tag = 'div',
  interactive = false,
  edge = false,
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'article' | 'li' | 'section'; interactive?: boolean; edge?: boolean }) {
  // The four tags take the same attributes; TypeScript cannot see that through a union of tags.
  const Surface = Tag as 'div';
  return <Surface className={clsx('card', interactive && 'interactive', edge && 'edge', className)} {...rest} />;
}
