import { expect, it } from 'vitest';
import { countDifferent, countIndependent, type VisitorTrace } from './independence.ts';

const DAY = 24 * 60;
const trace = (minutes: number, network: string | null, accountId: number | null = null): VisitorTrace => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minutes)),
  network,
  accountId,
});

it.each<[string, VisitorTrace[], number]>([
  ['nobody', [], 0],
  ['networks on different days', [trace(0, 'a'), trace(DAY, 'b'), trace(2 * DAY, 'c')], 3],
  ['one network, again and again', [trace(0, 'a'), trace(DAY, 'a'), trace(2 * DAY, 'a')], 1],
  ['one account on different networks', [trace(0, 'a', 7), trace(DAY, 'b', 7)], 1],
  ['two accounts on one network', [trace(0, 'a', 7), trace(DAY, 'a', 8)], 1],
  ['two accounts on two networks', [trace(0, 'a', 7), trace(DAY, 'b', 8)], 2],
  ['unknown networks', [trace(0, null, 7), trace(DAY, null, 8)], 0],
  ['three within an hour of the one before', [trace(0, 'a'), trace(59, 'b'), trace(118, 'c')], 2],
  ['an hour apart', [trace(0, 'a'), trace(60, 'b')], 2],
  ['the newest first', [trace(2 * DAY, 'c'), trace(DAY, 'b'), trace(DAY - 30, 'a')], 2.5],
])('%s', (_who, traces, expected) => {
  expect(countIndependent(traces)).toBe(expected);
});

it.each<[string, VisitorTrace[], number]>([
  ['two within an hour', [trace(0, 'a'), trace(1, 'b')], 2],
  ['one network twice', [trace(0, 'a'), trace(1, 'a')], 1],
  ['one account on two networks', [trace(0, 'a', 7), trace(1, 'b', 7)], 1],
  ['unknown networks', [trace(0, null, 7), trace(1, null, 8)], 0],
])('different are %s', (_who, traces, expected) => {
  expect(countDifferent(traces)).toBe(expected);
});
