import type { FocusEvent, PointerEvent } from 'react';

/** Event handlers for the container of result rows that report the id of the row under the pointer or with the focus. */
export function rowHighlightProps(onHighlight: (id: number | undefined) => void) {
  const highlight = ({ target }: PointerEvent | FocusEvent) => {
    const link = (target as Element).closest('li')?.querySelector('a[href^="/ads/"]');
    onHighlight(link ? Number(link.getAttribute('href')?.slice('/ads/'.length)) : undefined);
  };
  const clear = () => onHighlight(undefined);
  return { onPointerOver: highlight, onPointerLeave: clear, onFocus: highlight, onBlur: clear };
}
