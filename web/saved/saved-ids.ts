import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

/** Loads what keeps saved listings. It stands apart so that pages which show some carry no more than this file. */
export const loadSavedStore = () => import('./saved-store.ts');

let savedIds: readonly number[] | undefined;
const listeners = new Set<() => void>();

/** The listings that are saved, the last saved first; undefined until that is known, which it never is on the server. */
export function useSavedIds(): readonly number[] | undefined {
  const client = useQueryClient();
  useEffect(() => {
    loadSavedStore().then(
      ({ startSavedStore }) => startSavedStore(client),
      () => {},
    );
  }, [client]);
  return useSyncExternalStore(subscribe, getSavedIds, () => undefined);
}

/** The same, outside of components. */
export const getSavedIds = () => savedIds;

/** Tells all who show it what is saved. For who keeps it. */
export function setSavedIds(ids: readonly number[] | undefined): void {
  savedIds = ids;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
