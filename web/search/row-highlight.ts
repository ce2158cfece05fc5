import type { FocusEvent, PointerEvent } from 'react';
import { localPath } from '#web/base/i18n/language.ts';

/** What the addresses of listings begin with. */
const LISTING_PATH = localPath('/ads/');

/** Event handlers for the container of result rows that report the id of the row under the pointer or with the focus. */
export function rowHighlightProps(onHighlight: (id: number | undefined) => void) {
  const highlight = ({ target }: PointerEvent | FocusEvent) => {
    const link = (target as Element).closest('li')?.querySelector(`a[href^="${LISTING_PATH}"]`);
    onHighlight(link ? Number(link.getAttribute('href')?.slice(LISTING_PATH.length)) : undefined);
  };
  const clear = () => onHighlight(undefined);
  return { onPointerOver: highlight, onPointerLeave: clear, onFocus: highlight, onBlur: clear };
}
