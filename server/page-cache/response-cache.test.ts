import { describe, expect, test } from 'vitest';
import { CachedResponse } from './cached-response.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';

const page = (text: string, keys: string[] = [], until?: number) =>
  new CachedResponse(200, {}, text, { surrogateKeys: keys, expiresAt: until });
const MEGABYTE = 1024 * 1024;

describe('what is kept', () => {
  test('an answer comes back until one of its keys is renewed', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/city/irvine', page('Irvine', ['city:irvine', 'listing:1']), cache.generation());
    cache.set('/city/indio', page('Indio', ['city:indio']), cache.generation());
    cache.invalidate(['city:anaheim']);
    expect(cache.get('/city/irvine')).toBeDefined();
    cache.invalidate(['listing:1']);
    expect(cache.get('/city/irvine')).toBeUndefined();
    expect(cache.get('/city/indio')).toBeDefined();
  });

  test('renewing everything forgets everything', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/a', page('a'), cache.generation());
    cache.invalidate(['*']);
    expect(cache.get('/a')).toBeUndefined();
  });

  test('an answer that was overtaken by a renewal of its keys while it was made is not kept', () => {
    const cache = createResponseCache(MEGABYTE);
    const since = cache.generation();
    cache.invalidate(['city:irvine']);
    cache.set('/city/irvine', page('stale', ['city:irvine']), since);
    cache.set('/city/indio', page('fresh', ['city:indio']), since);
    expect(cache.get('/city/irvine')).toBeUndefined();
    expect(cache.get('/city/indio')).toBeDefined();
  });

  test('an answer that took longer than the memory of renewals is not kept', () => {
    const cache = createResponseCache(MEGABYTE);
    const since = cache.generation();
    for (let i = 0; i < 1001; i++) cache.invalidate([`listing:${i}`]);
    cache.set('/slow', page('slow', ['recent']), since);
    expect(cache.get('/slow')).toBeUndefined();
  });

  test('an answer is gone at the moment when a listing in it expires', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/past', page('a', [], Date.now() - 1), cache.generation());
    cache.set('/future', page('b', [], Date.now() + 60_000), cache.generation());
    expect(cache.get('/past')).toBeUndefined();
    expect(cache.get('/future')).toBeDefined();
  });

  test('errors are never kept', () => {
    const cache = createResponseCache(MEGABYTE);
    cache.set('/x', new CachedResponse(404, {}, 'no'), cache.generation());
    expect(cache.get('/x')).toBeUndefined();
  });

  test('memory stays within bounds, and what was used longest ago goes first', () => {
    const cache = createResponseCache(100_000);
    for (let i = 0; i < 50; i++) {
      cache.set(`/${i}`, page('x'.repeat(10_000), [`k${i}`]), cache.generation());
      cache.get('/0');
    }
    expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
    expect(cache.get('/0')).toBeDefined();
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/49')).toBeDefined();
    cache.set('/huge', page('x'.repeat(200_000)), cache.generation());
    expect(cache.get('/huge')).toBeUndefined();
  });

  test('with no memory nothing is kept, but every answer is made', async () => {
    const cache = createResponseCache(0);
    const answer = await cache.getOrCreate('/a', async () => page('made'));
    expect(answer.body.toString()).toBe('made');
    expect(cache.get('/a')).toBeUndefined();
  });
});

describe('answers that are given in turns', () => {
  const TURNS = 3;
  const turnPage = (turn: number) =>
    new CachedResponse(200, {}, `turn ${turn}`, { surrogateKeys: [`k${turn}`], rotation: turn, rotationCount: TURNS });
  const make = async (turn?: number) => turnPage(turn ?? 1);
  const textOf = async (cache: ResponseCache, url: string) => (await cache.getOrCreate(url, make)).body.toString();

  test('each is made once, and given as often as the others', async () => {
    const cache = createResponseCache(MEGABYTE);
    let made = 0;
    const given = new Map<string, number>();
    for (let i = 0; i < 300; i += 1) {
      const answer = await cache.getOrCreate('/a', async (turn) => {
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
    const cache = createResponseCache(MEGABYTE);
    for (let i = 0; i < 20; i += 1) await textOf(cache, '/a');
    cache.invalidate(['k2']);
    expect(cache.size()).toEqual({ answers: 0, bytes: 0 });
    expect(await textOf(cache, '/a')).toBe('turn 1');
  });

  test('those of another number of turns take their place', () => {
    const cache = createResponseCache(MEGABYTE);
    for (const turn of [0, 1, 2]) cache.set('/a', turnPage(turn), cache.generation());
    cache.set('/a', page('alone'), cache.generation());
    for (let i = 0; i < 5; i += 1) expect(cache.get('/a')?.body.toString()).toBe('alone');
  });

  test('memory counts them all, and each coding when it is made', () => {
    const cache = createResponseCache(50_000);
    for (let i = 0; i < 50; i += 1) {
      const answers = [0, 1, 2].map(
        (turn) => new CachedResponse(200, {}, 'x'.repeat(5000), { rotation: turn, rotationCount: TURNS }),
      );
      for (const answer of answers) cache.set(`/${i}`, answer, cache.generation());
    }
    const { answers, bytes } = cache.size();
    expect([answers, bytes]).toEqual([2, 2 * 3 * 6000]);

    const grown = cache.get('/49') as CachedResponse;
    grown.representations.set('gzip', { headers: [], body: Buffer.alloc(3000) });
    cache.resize('/49', grown);
    expect(cache.size().bytes).toBe(bytes + 3000);
    grown.representations.set('br', { headers: [], body: Buffer.alloc(20_000) });
    cache.resize('/49', grown);
    expect(cache.size()).toEqual({ answers: 1, bytes: 3 * 6000 + 23_000 });
  });
});

describe('making an answer', () => {
  test('many who ask at once share one making', async () => {
    const cache = createResponseCache(MEGABYTE);
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page('shared');
    };
    await Promise.all(Array.from({ length: 100 }, () => cache.getOrCreate('/a', make)));
    expect(made).toBe(1);
  });

  test('who asks after a renewal is not given what was begun before it', async () => {
    const cache = createResponseCache(MEGABYTE);
    let release = () => {};
    const before = cache.getOrCreate('/a', async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return page('before', ['a']);
    });
    cache.invalidate(['a']);
    const after = await cache.getOrCreate('/a', async () => page('after', ['a']));
    release();
    expect((await before).body.toString()).toBe('before');
    expect(after.body.toString()).toBe('after');
    expect(cache.get('/a')?.body.toString()).toBe('after');
  });

  test('a failure reaches all who asked and is forgotten', async () => {
    const cache = createResponseCache(MEGABYTE);
    const failing = () => Promise.reject(new Error('down'));
    await expect(Promise.all([cache.getOrCreate('/a', failing), cache.getOrCreate('/a', failing)])).rejects.toThrow(
      'down',
    );
    expect((await cache.getOrCreate('/a', async () => page('up'))).body.toString()).toBe('up');
  });
});
