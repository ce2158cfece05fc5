import { LRUCache } from 'lru-cache';
import { createRotation } from '../http/rotation.ts';
import { type CachedResponse, memorySize } from './cached-response.ts';
import { ALL_KEYS } from './invalidate.ts';

// How many renewals are remembered for the sake of answers that are being made meanwhile.
const MAX_REMEMBERED_INVALIDATIONS = 1000;

/** Answers in memory by URL, forgotten by surrogate key: one, or several that are given in turns. */
export interface ResponseCache {
  /** The answer whose turn it is, if that one is held. */
  get(url: string): CachedResponse | undefined;
  /**
   * Keeps an answer of status 200, unless it is wrong already or something that it depends on was renewed while it was
   * made.
   * @param since the `clock()` when its making began
   */
  set(url: string, answer: CachedResponse, since: number): void;
  /**
   * The kept answer, or a new one: made once however many ask for it at the same time, and kept when its status is 200.
   * Who asks after a renewal is never given an answer that was begun before it.
   * @param make is given the turn that is missing among those held; what has turns chooses one where it is not told
   */
  getOrCreate(url: string, make: (turn?: number) => Promise<CachedResponse>): Promise<CachedResponse>;
  /** Tells the cache that an answer takes more memory than when it was kept. */
  resize(url: string, answer: CachedResponse): void;
  /** Forgets every answer that depends on one of the keys, and those of the same URL with it; `*` is all of them. */
  invalidate(keys: string[]): void;
  /** Counts the renewals. */
  generation(): number;
  /** Of how many URLs answers are held, and the bytes of all. */
  size(): { answers: number; bytes: number };
}

/** What is held of a URL: an answer for each turn, as far as they were made, and the turn of who asks next. */
interface CacheEntry {
  rotations: (CachedResponse | undefined)[];
  nextIndex: number;
  rotate: ReturnType<typeof createRotation>;
}

/** A cache that holds at most so many bytes, dropping what was used longest ago; with 0 it keeps nothing. */
export function createResponseCache(maxBytes: number): ResponseCache {
  const urlsByKey = new Map<string, Set<string>>();
  const inFlight = new Map<string, { answer: Promise<CachedResponse>; since: number }>();
  const invalidations: { clock: number; keys: string[] }[] = [];
  let clock = 0;

  const entries = new LRUCache<string, CacheEntry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ rotations: turns }) =>
      turns.reduce((bytes, answer) => bytes + (answer ? memorySize(answer) : 0), 0),
    dispose: ({ rotations: turns }, url) => {
      for (const key of surrogateKeys(turns)) {
        const urls = urlsByKey.get(key);
        urls?.delete(url);
        if (urls?.size === 0) urlsByKey.delete(key);
      }
    },
  });

  function hold(url: string, held: CacheEntry) {
    entries.delete(url);
    entries.set(url, held);
    // What is larger than the whole cache was refused.
    if (!entries.has(url)) return;
    for (const key of surrogateKeys(held.rotations)) {
      const urls = urlsByKey.get(key);
      if (urls) urls.add(url);
      else urlsByKey.set(key, new Set([url]));
    }
  }

  const wasInvalidated = (keys: string[], since: number) => {
    if (since === clock) return false;
    const oldest = invalidations[0];
    if (oldest && oldest.clock > since + 1) return true;
    return invalidations.some(
      (renewal) =>
        renewal.clock > since && (renewal.keys.includes(ALL_KEYS) || renewal.keys.some((key) => keys.includes(key))),
    );
  };

  function get(url: string) {
    const held = entries.get(url);
    const answer = held?.rotations[held.nextIndex];
    if (!held || !answer) return undefined;
    if (answer.expiresAt <= Date.now()) {
      entries.delete(url);
      return undefined;
    }
    held.nextIndex = held.rotate(held.rotations.length);
    return answer;
  }

  function keep(url: string, answer: CachedResponse, since: number) {
    if (
      maxBytes === 0 ||
      answer.status !== 200 ||
      answer.expiresAt <= Date.now() ||
      wasInvalidated(answer.surrogateKeys, since)
    )
      return;
    const held = entries.peek(url);
    const turns =
      held?.rotations.length === answer.rotationCount
        ? held.rotations
        : new Array<undefined>(answer.rotationCount).fill(undefined);
    // Turns go on from the first that was made, so that they are even however often they begin anew.
    const deal = held?.rotate ?? createRotation((answer.rotation + 0.5) / answer.rotationCount);
    hold(url, { rotations: turns.with(answer.rotation, answer), nextIndex: deal(answer.rotationCount), rotate: deal });
  }

  return {
    get,
    set: keep,
    getOrCreate(url, make) {
      const kept = get(url);
      if (kept) return Promise.resolve(kept);
      const begun = inFlight.get(url);
      if (begun?.since === clock) return begun.answer;
      const since = clock;
      const answer = make(entries.peek(url)?.nextIndex)
        .then((made) => {
          keep(url, made, since);
          return made;
        })
        .finally(() => {
          if (inFlight.get(url)?.answer === answer) inFlight.delete(url);
        });
      inFlight.set(url, { answer, since });
      return answer;
    },
    resize(url, answer) {
      const held = entries.peek(url);
      if (held?.rotations.includes(answer)) hold(url, held);
    },
    invalidate(keys) {
      clock += 1;
      invalidations.push({ clock, keys });
      if (invalidations.length > MAX_REMEMBERED_INVALIDATIONS) invalidations.shift();
      if (keys.includes(ALL_KEYS)) {
        entries.clear();
        urlsByKey.clear();
        return;
      }
      for (const key of keys) for (const url of [...(urlsByKey.get(key) ?? [])]) entries.delete(url);
    },
    generation: () => clock,
    size: () => ({ answers: entries.size, bytes: entries.calculatedSize }),
  };
}

const surrogateKeys = (turns: CacheEntry['rotations']) =>
  new Set(turns.flatMap((answer) => answer?.surrogateKeys ?? []));
