import { useSyncExternalStore } from 'react';

/** Whether the page is hydrated; false on the server. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
