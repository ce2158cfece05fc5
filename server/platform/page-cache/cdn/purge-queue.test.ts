import { inspect } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createPurgeQueue } from './purge-queue.ts';

/** A queue of a proxy that takes three keys in a request, with what was purged and logged. */
function startQueue({ maxKeys = 3 } = {}) {
  const purges: string[][] = [];
  const logged: string[] = [];
  const state = { error: undefined as Error | undefined, failures: 0 };
  const log = (...entry: unknown[]) => void logged.push(inspect(entry));
  const purge = async (keys: string[]) => {
    if (state.error) {
      state.failures += 1;
      throw state.error;
    }
    purges.push(keys);
  };
  const target = { name: 'proxy', maxKeys, purge };
  const queue = createPurgeQueue(target, { warn: log, info: log } as unknown as FastifyBaseLogger, [
    { delayMs: 300, slackMs: 50 },
  ]);
  onTestFinished(queue.close);
  return { queue, purges, logged, state };
}

it('purges what comes together in as few requests as the proxy allows, each key once, and all of it again', async () => {
  const { queue, purges } = startQueue();
  queue.add(['listing:1', 'city:irvine']);
  queue.add(['listing:2', 'city:irvine', 'recent']);
  const expected = [['listing:1', 'city:irvine', 'listing:2'], ['recent']];
  await expect.poll(() => purges).toEqual(expected);
  await expect.poll(() => purges.slice(2).flat().toSorted()).toEqual(expected.flat().toSorted());
  // A third time would be purged now.
  await queue.close();
  expect(purges).toHaveLength(4);
});

it('purges everything for `*`, and when there are too many keys', async () => {
  const { queue, purges } = startQueue({ maxKeys: 100 });
  queue.add(['listing:1']);
  queue.add(['*']);
  await expect.poll(() => purges).toEqual([['site']]);
  queue.add(Array.from({ length: 2001 }, (_, i) => `listing:${i}`));
  await expect.poll(() => purges).toEqual([['site'], ['site']]);
});

it('keeps what fails, says so once, and purges it when the proxy is back', async () => {
  const { queue, purges, logged, state } = startQueue();
  state.error = new Error('connect ECONNREFUSED');
  queue.add(['listing:1']);
  await expect.poll(() => logged).toEqual([expect.stringContaining('it is tried again')]);
  queue.add(['listing:2']);
  await expect.poll(() => state.failures).toBeGreaterThan(1);
  state.error = undefined;
  await expect.poll(() => purges[0]?.toSorted()).toEqual(['listing:1', 'listing:2']);
  await expect.poll(() => logged.at(-1)).toContain('purged again');
  expect(logged).toHaveLength(2);
});

it('purges what is left when it is closed', async () => {
  const { queue, purges } = startQueue();
  queue.add(['listing:1']);
  await expect.poll(() => purges).toEqual([['listing:1']]);
  queue.add(['listing:2']);
  await queue.close();
  expect(purges.slice(1).flat().toSorted()).toEqual(['listing:1', 'listing:2']);
  queue.add(['listing:3']);
  await queue.close();
  expect(purges.flat()).not.toContain('listing:3');
});
