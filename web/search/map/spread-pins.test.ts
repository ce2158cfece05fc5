import { expect, it } from 'vitest';
import { getSpreadOffsets, getSpreadRadius } from './spread-pins.tsx';

// A pin is 32 px wide, and at most 12 are spread.
it.each(Array.from({ length: 11 }, (_, i) => i + 2))('%i spread pins stand apart, clear of their middle', (count) => {
  const offsets = getSpreadOffsets(count);
  for (const [i, [x, y]] of offsets.entries()) {
    // The circle of the cluster has a radius of 22 px, the head of a pin one of 13.
    expect(Math.hypot(x, y - 26)).toBeGreaterThan(22 + 13);
    const [nextX, nextY] = offsets[(i + 1) % count] as [number, number];
    expect(Math.hypot(x - nextX, y - nextY)).toBeGreaterThan(36);
  }
  // On a phone they are not wider together than the map.
  expect(2 * getSpreadRadius(count) + 32).toBeLessThan(328);
});
