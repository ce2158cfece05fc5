import type { FocusEvent, PointerEvent } from 'react';

/** Tells which listing's row is pointed at or has the focus: props for what holds the rows. */
export function rowHighlightProps(onPoint: (id: number | undefined) => void) {
  const point = ({ target }: PointerEvent | FocusEvent) => {
    const link = (target as Element).closest('li')?.querySelector('a[href^="/ads/"]');
    onPoint(link ? Number(link.getAttribute('href')?.slice('/ads/'.length)) : undefined);
  };
  const leave = () => onPoint(undefined);
  return { onPointerOver: point, onPointerLeave: leave, onFocus: point, onBlur: leave };
}
