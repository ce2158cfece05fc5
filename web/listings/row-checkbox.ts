import { type ReactNode, useSyncExternalStore } from 'react';
import type { Listing } from '#contract/listings.ts';

/** Renders the checkbox of a row. */
type RowCheckbox = (listing: Pick<Listing, 'id' | 'title'>) => ReactNode;

let rowCheckbox: RowCheckbox | undefined;
const listeners = new Set<() => void>();

/** Gives every row of listings a checkbox, or takes it away. Only `useRowCheckboxes` calls it. */
export function setRowCheckbox(next: RowCheckbox | undefined): void {
  rowCheckbox = next;
  for (const notify of listeners) notify();
}

/** The checkbox of each row while listings are chosen, whose code is then loaded; undefined otherwise and on the server. */
export const useRowCheckbox = () =>
  useSyncExternalStore(
    subscribe,
    () => rowCheckbox,
    () => undefined,
  );

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
