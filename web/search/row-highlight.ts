import type { FocusEvent, PointerEvent } from 'react';

/** Tells which listing's row is pointed at or has the focus: props for what holds the rows. */
export function rowHighlightProps(onHighlight: (id: number | undefined) => void) {
  const highlight = ({ target }: PointerEvent | FocusEvent) => {
    const link = (target as Element).closest('li')?.querySelector('a[href^="/ads/"]');
    onHighlight(link ? Number(link.getAttribute('href')?.slice('/ads/'.length)) : undefined);
  };
  const clear = () => onHighlight(undefined);
  return { onPointerOver: highlight, onPointerLeave: clear, onFocus: highlight, onBlur: clear };
}
