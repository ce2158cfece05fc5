import { setImmediate } from 'node:timers/promises';

const SLICE = 1000;

/** The items in arrays of at most `size`, each in a turn of the event loop of its own, so that other requests are answered between. */
export async function* inSlices<Item>(items: readonly Item[], size = SLICE): AsyncGenerator<Item[]> {
  for (let i = 0; i < items.length; i += size) {
    if (i > 0) await setImmediate();
    yield items.slice(i, i + size);
  }
}
