import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

/** Loads what keeps saved listings. It stands apart so that pages which show some carry no more than this file. */
export const loadKeeping = () => import('./keeping.ts');

let saved: readonly number[] | undefined;
const watchers = new Set<() => void>();

/** The listings that are saved, the last saved first; undefined until that is known, which it never is on the server. */
export function useSaved(): readonly number[] | undefined {
  const client = useQueryClient();
  useEffect(() => {
    loadKeeping().then(
      ({ begin }) => begin(client),
      () => {},
    );
  }, [client]);
  return useSyncExternalStore(watch, getSaved, () => undefined);
}

/** The same, outside of components. */
export const getSaved = () => saved;

/** Tells all who show it what is saved. For who keeps it. */
export function tellSaved(ids: readonly number[] | undefined): void {
  saved = ids;
  for (const notify of watchers) notify();
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
