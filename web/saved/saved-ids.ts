let savedIds: readonly number[] | undefined;
const listeners = new Set<() => void>();

/** The ids of the saved listings, last saved first; undefined until they are loaded. */
export const getSavedIds = () => savedIds;

/** Sets the saved ids and notifies the subscribers. Only saved-store.ts calls it. */
export function setSavedIds(ids: readonly number[] | undefined): void {
  savedIds = ids;
  for (const notify of listeners) notify();
}

/** Calls `notify` after each change, until the returned function is called. */
export function subscribeToSavedIds(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
