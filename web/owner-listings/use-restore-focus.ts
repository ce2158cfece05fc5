import { useEffect, useRef } from 'react';
import type { PendingAction } from './listing-actions.ts';

/**
 * An action may remove the button that had the focus. Moves the focus to the title of its listing, or to the list where the
 * listing is gone.
 * @returns the ref of the list
 */
export function useRestoreFocus(pending: PendingAction | null) {
  const list = useRef<HTMLDivElement>(null);
  const lastAction = useRef<PendingAction | null>(null);
  useEffect(() => {
    if (pending) {
      lastAction.current = pending;
      return;
    }
    const isLost = document.activeElement === document.body;
    if (lastAction.current && isLost) {
      const title = list.current?.querySelector<HTMLElement>(`[data-listing="${lastAction.current.id}"]`);
      (title ?? list.current)?.focus({ preventScroll: true });
    }
    lastAction.current = null;
  }, [pending]);
  return list;
}
