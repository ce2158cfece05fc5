import { expect, it } from 'vitest';
import { createRotation } from './rotation.ts';

it.each([1, 2, 3, 7, 13, 32])('who takes every %i. turn is dealt each of them alike', (stride) => {
  for (const turns of [2, 3, 6, 13, 32]) {
    const deal = createRotation();
    const dealt = new Array<number>(turns).fill(0);
    for (let i = 0; i < 10_000 * stride; i += 1) {
      const turn = deal(turns);
      if (i % stride === 0) dealt[turn] = (dealt[turn] ?? 0) + 1;
    }
    const share = 10_000 / turns;
    expect(Math.min(...dealt)).toBeGreaterThan(0.95 * share);
    expect(Math.max(...dealt)).toBeLessThan(1.05 * share);
  }
});
