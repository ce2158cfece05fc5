import { MAX_SAVED_LISTINGS } from '#contract/limits.ts';
import { getLocalStorage, readStoredObject, storeObject } from '../app/browser-storage.ts';

/** The name that the browser keeps saved listings under. */
export const STORAGE_KEY = 'saved-listings';

// What the browser would not take, until the page is left.
let unpersistedIds: number[] | undefined;

/** The listings that this browser has kept, the last saved first: in the order that they were given, each once, 500 at most. */
export function readLocalIds(): number[] {
  if (unpersistedIds) return unpersistedIds;
  const { ids } = (readStoredObject(getLocalStorage(), STORAGE_KEY) ?? {}) as { ids?: unknown };
  if (!Array.isArray(ids)) return [];
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MAX_SAVED_LISTINGS);
}

/** Keeps these instead: in the browser, or where that is full or refuses, for as long as the page is open. */
export function writeLocalIds(ids: number[]): void {
  unpersistedIds = storeObject(getLocalStorage(), STORAGE_KEY, { ids }) ? undefined : ids;
}

/** Whether they outlive the page. */
export const isPersisted = () => unpersistedIds === undefined;
