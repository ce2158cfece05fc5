import { MAX_SAVED_LISTINGS } from '#contract/limits.ts';
import { getLocalStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';

/** The key of the saved listings in localStorage. */
export const STORAGE_KEY = 'saved-listings';

// The ids that could not be written to localStorage; they last until the page is left.
let unpersistedIds: number[] | undefined;

/** The ids saved in this browser, last saved first, without duplicates and at most MAX_SAVED_LISTINGS. */
export function readLocalIds(): number[] {
  if (unpersistedIds) return unpersistedIds;
  const { ids } = (readStoredObject(getLocalStorage(), STORAGE_KEY) ?? {}) as { ids?: unknown };
  if (!Array.isArray(ids)) return [];
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MAX_SAVED_LISTINGS);
}

/** Replaces the saved ids. If localStorage is full or disabled, they are held in memory while the page is open. */
export function writeLocalIds(ids: number[]): void {
  unpersistedIds = storeObject(getLocalStorage(), STORAGE_KEY, { ids }) ? undefined : ids;
}

/** Whether the ids were written to localStorage. */
export const isPersisted = () => unpersistedIds === undefined;
