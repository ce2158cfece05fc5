import { useEffect, useRef } from 'react';

/**
 * Where the link or field that led to another search is gone with the old one, the focus goes on from a part of the page
 * that is still there.
 * @param path the address of the search, or the part of it that matters here
 * @param to a selector of that part
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
