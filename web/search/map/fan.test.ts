import { expect, it } from 'vitest';
import { getFanOffsets, getFanRadius } from './fan.tsx';

// A pin is 32 px wide, and at most 12 are fanned out.
it.each(Array.from({ length: 11 }, (_, i) => i + 2))('%i pins of a fan stand apart, clear of its middle', (count) => {
  const offsets = getFanOffsets(count);
  for (const [i, [x, y]] of offsets.entries()) {
    // The circle of the cluster has a radius of 22 px, the head of a pin one of 13.
    expect(Math.hypot(x, y - 26)).toBeGreaterThan(22 + 13);
    const [nextX, nextY] = offsets[(i + 1) % count] as [number, number];
    expect(Math.hypot(x - nextX, y - nextY)).toBeGreaterThan(36);
  }
  // On a phone the fan is not wider than the map.
  expect(2 * getFanRadius(count) + 32).toBeLessThan(328);
});
