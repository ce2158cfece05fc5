import { LRUCache } from 'lru-cache';
import { ALL_KEYS } from '#server/db/renewal.ts';
import { type Answer, bytesOf } from './answers.ts';

// How many renewals are remembered for the sake of answers that are being made meanwhile.
const REMEMBERED_RENEWALS = 1000;

/** Answers in memory by URL, forgotten by surrogate key. */
export interface AnswerCache {
  get(url: string): Answer | undefined;
  /**
   * Keeps an answer of status 200, unless something that it depends on was renewed while it was made.
   * @param since the `clock()` when its making began
   */
  keep(url: string, answer: Answer, since: number): void;
  /**
   * The kept answer, or a new one: made once however many ask for it at the same time, and kept when its status is 200.
   * Who asks after a renewal is never given an answer that was begun before it.
   */
  through(url: string, make: () => Promise<Answer>): Promise<Answer>;
  /** Tells the cache that an answer takes more memory than when it was kept. */
  grown(url: string, answer: Answer): void;
  /** Forgets every answer that depends on one of the keys; `*` is all of them. */
  renew(keys: string[]): void;
  /** Counts the renewals. */
  clock(): number;
  /** How many answers are held, and their bytes. */
  size(): { answers: number; bytes: number };
}

/** A cache that holds at most so many bytes, dropping what was used longest ago; with 0 it keeps nothing. */
export function createAnswerCache(mostBytes: number): AnswerCache {
  const urlsByKey = new Map<string, Set<string>>();
  const underway = new Map<string, { answer: Promise<Answer>; since: number }>();
  const renewals: { clock: number; keys: string[] }[] = [];
  let clock = 0;

  const answers = new LRUCache<string, Answer>({
    maxSize: Math.max(1, mostBytes),
    sizeCalculation: bytesOf,
    dispose: (answer, url, reason) => {
      if (reason === 'set') return;
      for (const key of answer.keys) {
        const urls = urlsByKey.get(key);
        urls?.delete(url);
        if (urls?.size === 0) urlsByKey.delete(key);
      }
    },
  });

  const wasRenewed = (keys: string[], since: number) => {
    if (since === clock) return false;
    const oldest = renewals[0];
    if (oldest && oldest.clock > since + 1) return true;
    return renewals.some(
      (renewal) =>
        renewal.clock > since && (renewal.keys.includes(ALL_KEYS) || renewal.keys.some((key) => keys.includes(key))),
    );
  };

  function get(url: string) {
    const answer = answers.get(url);
    if (answer && answer.until <= Date.now()) {
      answers.delete(url);
      return undefined;
    }
    return answer;
  }

  function keep(url: string, answer: Answer, since: number) {
    if (mostBytes === 0 || answer.status !== 200 || wasRenewed(answer.keys, since)) return;
    answers.delete(url);
    answers.set(url, answer);
    // What is larger than the whole cache was refused.
    if (!answers.has(url)) return;
    for (const key of answer.keys) {
      const urls = urlsByKey.get(key);
      if (urls) urls.add(url);
      else urlsByKey.set(key, new Set([url]));
    }
  }

  return {
    get,
    keep,
    through(url, make) {
      const kept = get(url);
      if (kept) return Promise.resolve(kept);
      const begun = underway.get(url);
      if (begun?.since === clock) return begun.answer;
      const since = clock;
      const answer = make()
        .then((made) => {
          keep(url, made, since);
          return made;
        })
        .finally(() => {
          if (underway.get(url)?.answer === answer) underway.delete(url);
        });
      underway.set(url, { answer, since });
      return answer;
    },
    grown(url, answer) {
      if (answers.peek(url) === answer) answers.set(url, answer, { size: bytesOf(answer) });
    },
    renew(keys) {
      clock += 1;
      renewals.push({ clock, keys });
      if (renewals.length > REMEMBERED_RENEWALS) renewals.shift();
      if (keys.includes(ALL_KEYS)) {
        answers.clear();
        urlsByKey.clear();
        return;
      }
      for (const key of keys) for (const url of [...(urlsByKey.get(key) ?? [])]) answers.delete(url);
    },
    clock: () => clock,
    size: () => ({ answers: answers.size, bytes: answers.calculatedSize }),
  };
}
