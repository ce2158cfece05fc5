import { LRUCache } from 'lru-cache';
import { dealer } from '../http/turns.ts';
import { type Answer, bytesOf } from './cached-response.ts';
import { ALL_KEYS } from './invalidate.ts';

// How many renewals are remembered for the sake of answers that are being made meanwhile.
const REMEMBERED_RENEWALS = 1000;

/** Answers in memory by URL, forgotten by surrogate key: one, or several that are given in turns. */
export interface AnswerCache {
  /** The answer whose turn it is, if that one is held. */
  get(url: string): Answer | undefined;
  /**
   * Keeps an answer of status 200, unless it is wrong already or something that it depends on was renewed while it was
   * made.
   * @param since the `clock()` when its making began
   */
  keep(url: string, answer: Answer, since: number): void;
  /**
   * The kept answer, or a new one: made once however many ask for it at the same time, and kept when its status is 200.
   * Who asks after a renewal is never given an answer that was begun before it.
   * @param make is given the turn that is missing among those held; what has turns chooses one where it is not told
   */
  through(url: string, make: (turn?: number) => Promise<Answer>): Promise<Answer>;
  /** Tells the cache that an answer takes more memory than when it was kept. */
  grown(url: string, answer: Answer): void;
  /** Forgets every answer that depends on one of the keys, and those of the same URL with it; `*` is all of them. */
  renew(keys: string[]): void;
  /** Counts the renewals. */
  clock(): number;
  /** Of how many URLs answers are held, and the bytes of all. */
  size(): { answers: number; bytes: number };
}

/** What is held of a URL: an answer for each turn, as far as they were made, and the turn of who asks next. */
interface Held {
  turns: (Answer | undefined)[];
  next: number;
  deal: ReturnType<typeof dealer>;
}

/** A cache that holds at most so many bytes, dropping what was used longest ago; with 0 it keeps nothing. */
export function createAnswerCache(mostBytes: number): AnswerCache {
  const urlsByKey = new Map<string, Set<string>>();
  const underway = new Map<string, { answer: Promise<Answer>; since: number }>();
  const renewals: { clock: number; keys: string[] }[] = [];
  let clock = 0;

  const answers = new LRUCache<string, Held>({
    maxSize: Math.max(1, mostBytes),
    sizeCalculation: ({ turns }) => turns.reduce((bytes, answer) => bytes + (answer ? bytesOf(answer) : 0), 0),
    dispose: ({ turns }, url) => {
      for (const key of keysOf(turns)) {
        const urls = urlsByKey.get(key);
        urls?.delete(url);
        if (urls?.size === 0) urlsByKey.delete(key);
      }
    },
  });

  function hold(url: string, held: Held) {
    answers.delete(url);
    answers.set(url, held);
    // What is larger than the whole cache was refused.
    if (!answers.has(url)) return;
    for (const key of keysOf(held.turns)) {
      const urls = urlsByKey.get(key);
      if (urls) urls.add(url);
      else urlsByKey.set(key, new Set([url]));
    }
  }

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
    const held = answers.get(url);
    const answer = held?.turns[held.next];
    if (!held || !answer) return undefined;
    if (answer.until <= Date.now()) {
      answers.delete(url);
      return undefined;
    }
    held.next = held.deal(held.turns.length);
    return answer;
  }

  function keep(url: string, answer: Answer, since: number) {
    if (mostBytes === 0 || answer.status !== 200 || answer.until <= Date.now() || wasRenewed(answer.keys, since))
      return;
    const held = answers.peek(url);
    const turns = held?.turns.length === answer.turns ? held.turns : new Array<undefined>(answer.turns).fill(undefined);
    // Turns go on from the first that was made, so that they are even however often they begin anew.
    const deal = held?.deal ?? dealer((answer.turn + 0.5) / answer.turns);
    hold(url, { turns: turns.with(answer.turn, answer), next: deal(answer.turns), deal });
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
      const answer = make(answers.peek(url)?.next)
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
      const held = answers.peek(url);
      if (held?.turns.includes(answer)) hold(url, held);
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

const keysOf = (turns: Held['turns']) => new Set(turns.flatMap((answer) => answer?.keys ?? []));
