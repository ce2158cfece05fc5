import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './los-angeles-input.ts';

it.each([
  ['2026-01-15T14:30', '2026-01-15T22:30:00.000Z'],
  ['2026-07-15T14:30', '2026-07-15T21:30:00.000Z'],
  // The clocks change at 2 AM.
  ['2026-03-08T01:59', '2026-03-08T09:59:00.000Z'],
  ['2026-03-08T03:00', '2026-03-08T10:00:00.000Z'],
  ['2026-10-31T23:00', '2026-11-01T06:00:00.000Z'],
  ['2026-11-01T03:00', '2026-11-01T11:00:00.000Z'],
])('%s in Los Angeles is %s', (local, utc) => {
  expect(fromLocalInput(local)).toBe(utc);
  expect(toLocalInput(utc)).toBe(local);
});

it.each([
  ['2026-03-08T02:00', '2026-03-08T10:00:00.000Z', '2026-03-08T03:00'],
  ['2026-03-08T02:30', '2026-03-08T10:30:00.000Z', '2026-03-08T03:30'],
  ['2026-11-01T01:30', '2026-11-01T08:30:00.000Z', '2026-11-01T01:30'],
])('%s, which a change of the clocks skips or repeats, is %s', (local, utc, shown) => {
  expect(fromLocalInput(local)).toBe(utc);
  expect(toLocalInput(utc)).toBe(shown);
});

it.each(['', 'tomorrow', '2026-13-01T00:00'])('%j is no time', (value) => {
  expect(fromLocalInput(value)).toBeNull();
});
