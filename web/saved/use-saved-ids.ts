import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { getSavedIds, subscribeToSavedIds } from './saved-ids.ts';

/** Imports the store of saved listings, which is a chunk of its own so that public pages load it after hydration. */
export const loadSavedStore = () => import('./saved-store.ts');

/** The ids of the saved listings, last saved first; undefined on the server and until they are loaded. */
export function useSavedIds(): readonly number[] | undefined {
  const client = useQueryClient();
  useEffect(() => {
    loadSavedStore().then(
      ({ startSavedStore }) => startSavedStore(client),
      () => {},
    );
  }, [client]);
  return useSyncExternalStore(subscribeToSavedIds, getSavedIds, () => undefined);
}
