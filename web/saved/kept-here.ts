import { MOST_SAVED } from '#contract/saved-limits.ts';
import { keep, localStore, readFrom } from '../app/tab-storage.ts';

/** The name that the browser keeps saved listings under. */
export const KEPT = 'saved-listings';

// What the browser would not take, until the page is left.
let unkept: number[] | undefined;

/** The listings that this browser has kept, the last saved first: in the order that they were given, each once, 500 at most. */
export function keptHere(): number[] {
  if (unkept) return unkept;
  const { ids } = (readFrom(localStore(), KEPT) ?? {}) as { ids?: unknown };
  if (!Array.isArray(ids)) return [];
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MOST_SAVED);
}

/** Keeps these instead: in the browser, or where that is full or refuses, for as long as the page is open. */
export function keepHere(ids: number[]): void {
  unkept = keep(localStore(), KEPT, { ids }) ? undefined : ids;
}

/** Whether they outlive the page. */
export const isKeptHere = () => unkept === undefined;
