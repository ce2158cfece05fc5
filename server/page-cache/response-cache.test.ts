import { describe, expect, test } from 'vitest';
import { Answer } from './cached-response.ts';
import { type AnswerCache, createAnswerCache } from './response-cache.ts';

const page = (text: string, keys: string[] = [], until?: number) => new Answer(200, {}, text, { keys, until });
const megabyte = 1024 * 1024;

describe('what is kept', () => {
  test('an answer comes back until one of its keys is renewed', () => {
    const cache = createAnswerCache(megabyte);
    cache.keep('/city/irvine', page('Irvine', ['city:irvine', 'listing:1']), cache.clock());
    cache.keep('/city/indio', page('Indio', ['city:indio']), cache.clock());
    cache.renew(['city:anaheim']);
    expect(cache.get('/city/irvine')).toBeDefined();
    cache.renew(['listing:1']);
    expect(cache.get('/city/irvine')).toBeUndefined();
    expect(cache.get('/city/indio')).toBeDefined();
  });

  test('renewing everything forgets everything', () => {
    const cache = createAnswerCache(megabyte);
    cache.keep('/a', page('a'), cache.clock());
    cache.renew(['*']);
    expect(cache.get('/a')).toBeUndefined();
  });

  test('an answer that was overtaken by a renewal of its keys while it was made is not kept', () => {
    const cache = createAnswerCache(megabyte);
    const since = cache.clock();
    cache.renew(['city:irvine']);
    cache.keep('/city/irvine', page('stale', ['city:irvine']), since);
    cache.keep('/city/indio', page('fresh', ['city:indio']), since);
    expect(cache.get('/city/irvine')).toBeUndefined();
    expect(cache.get('/city/indio')).toBeDefined();
  });

  test('an answer that took longer than the memory of renewals is not kept', () => {
    const cache = createAnswerCache(megabyte);
    const since = cache.clock();
    for (let i = 0; i < 1001; i++) cache.renew([`listing:${i}`]);
    cache.keep('/slow', page('slow', ['recent']), since);
    expect(cache.get('/slow')).toBeUndefined();
  });

  test('an answer is gone at the moment when a listing in it expires', () => {
    const cache = createAnswerCache(megabyte);
    cache.keep('/past', page('a', [], Date.now() - 1), cache.clock());
    cache.keep('/future', page('b', [], Date.now() + 60_000), cache.clock());
    expect(cache.get('/past')).toBeUndefined();
    expect(cache.get('/future')).toBeDefined();
  });

  test('errors are never kept', () => {
    const cache = createAnswerCache(megabyte);
    cache.keep('/x', new Answer(404, {}, 'no'), cache.clock());
    expect(cache.get('/x')).toBeUndefined();
  });

  test('memory stays within bounds, and what was used longest ago goes first', () => {
    const cache = createAnswerCache(100_000);
    for (let i = 0; i < 50; i++) {
      cache.keep(`/${i}`, page('x'.repeat(10_000), [`k${i}`]), cache.clock());
      cache.get('/0');
    }
    expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
    expect(cache.get('/0')).toBeDefined();
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/49')).toBeDefined();
    cache.keep('/huge', page('x'.repeat(200_000)), cache.clock());
    expect(cache.get('/huge')).toBeUndefined();
  });

  test('with no memory nothing is kept, but every answer is made', async () => {
    const cache = createAnswerCache(0);
    const answer = await cache.through('/a', async () => page('made'));
    expect(answer.body.toString()).toBe('made');
    expect(cache.get('/a')).toBeUndefined();
  });
});

describe('answers that are given in turns', () => {
  const TURNS = 3;
  const turnPage = (turn: number) => new Answer(200, {}, `turn ${turn}`, { keys: [`k${turn}`], turn, turns: TURNS });
  const make = async (turn?: number) => turnPage(turn ?? 1);
  const textOf = async (cache: AnswerCache, url: string) => (await cache.through(url, make)).body.toString();

  test('each is made once, and given as often as the others', async () => {
    const cache = createAnswerCache(megabyte);
    let made = 0;
    const given = new Map<string, number>();
    for (let i = 0; i < 300; i += 1) {
      const answer = await cache.through('/a', async (turn) => {
        made += 1;
        return make(turn);
      });
      const text = answer.body.toString();
      given.set(text, (given.get(text) ?? 0) + 1);
    }
    expect(made).toBe(TURNS);
    expect([...given.keys()].sort()).toEqual(['turn 0', 'turn 1', 'turn 2']);
    for (const times of given.values()) expect(Math.abs(times - 100)).toBeLessThanOrEqual(5);
  });

  test('all of them are forgotten with a key of one', async () => {
    const cache = createAnswerCache(megabyte);
    for (let i = 0; i < 20; i += 1) await textOf(cache, '/a');
    cache.renew(['k2']);
    expect(cache.size()).toEqual({ answers: 0, bytes: 0 });
    expect(await textOf(cache, '/a')).toBe('turn 1');
  });

  test('those of another number of turns take their place', () => {
    const cache = createAnswerCache(megabyte);
    for (const turn of [0, 1, 2]) cache.keep('/a', turnPage(turn), cache.clock());
    cache.keep('/a', page('alone'), cache.clock());
    for (let i = 0; i < 5; i += 1) expect(cache.get('/a')?.body.toString()).toBe('alone');
  });

  test('memory counts them all, and each coding when it is made', () => {
    const cache = createAnswerCache(50_000);
    for (let i = 0; i < 50; i += 1) {
      const answers = [0, 1, 2].map((turn) => new Answer(200, {}, 'x'.repeat(5000), { turn, turns: TURNS }));
      for (const answer of answers) cache.keep(`/${i}`, answer, cache.clock());
    }
    const { answers, bytes } = cache.size();
    expect([answers, bytes]).toEqual([2, 2 * 3 * 6000]);

    const grown = cache.get('/49') as Answer;
    grown.representations.set('gzip', { headers: [], body: Buffer.alloc(3000) });
    cache.grown('/49', grown);
    expect(cache.size().bytes).toBe(bytes + 3000);
    grown.representations.set('br', { headers: [], body: Buffer.alloc(20_000) });
    cache.grown('/49', grown);
    expect(cache.size()).toEqual({ answers: 1, bytes: 3 * 6000 + 23_000 });
  });
});

describe('making an answer', () => {
  test('many who ask at once share one making', async () => {
    const cache = createAnswerCache(megabyte);
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page('shared');
    };
    await Promise.all(Array.from({ length: 100 }, () => cache.through('/a', make)));
    expect(made).toBe(1);
  });

  test('who asks after a renewal is not given what was begun before it', async () => {
    const cache = createAnswerCache(megabyte);
    let release = () => {};
    const before = cache.through('/a', async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return page('before', ['a']);
    });
    cache.renew(['a']);
    const after = await cache.through('/a', async () => page('after', ['a']));
    release();
    expect((await before).body.toString()).toBe('before');
    expect(after.body.toString()).toBe('after');
    expect(cache.get('/a')?.body.toString()).toBe('after');
  });

  test('a failure reaches all who asked and is forgotten', async () => {
    const cache = createAnswerCache(megabyte);
    const failing = () => Promise.reject(new Error('down'));
    await expect(Promise.all([cache.through('/a', failing), cache.through('/a', failing)])).rejects.toThrow('down');
    expect((await cache.through('/a', async () => page('up'))).body.toString()).toBe('up');
  });
});
