import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { createKeySet } from './key-set.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function measureMemory() {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it('A set of keys has what was added to it, and nothing else, in some 20 bytes for each', () => {
  const toKey = (n: number) => `Overture Maps\n08f29a1${n}-0000-4000-8000-000000000000`;
  // The set doubles its room: both numbers fill it as much.
  const count = repetitions(150_000, 300_000);
  const before = measureMemory();
  const keys = createKeySet();
  for (let n = 0; n < count; n++) keys.add(toKey(n));
  expect((measureMemory() - before) / count).toBeLessThan(30);

  const missing: number[] = [];
  const extra: number[] = [];
  for (let n = 0; n < count; n += 7) {
    if (!keys.has(toKey(n))) missing.push(n);
    if (keys.has(toKey(count + n))) extra.push(n);
  }
  expect({ missing, extra }).toEqual({ missing: [], extra: [] });
});
