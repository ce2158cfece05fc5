import { useEffect, useRef } from 'react';

/**
 * Moves the focus to an element that remains when a new search has removed the focused link or field.
 * @param path the URL of the search, or the part of it whose change matters
 * @param to the selector of the element to focus
 */
export function RestoreFocus({ path, to }: { path: string; to: string }) {
  const previousPath = useRef(path);
  useEffect(() => {
    if (previousPath.current === path) return;
    previousPath.current = path;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(to)?.focus({ preventScroll: true });
  }, [path, to]);
  return null;
}
