import { expect, it } from 'vitest';
import { describeEntry } from './kind-labels.ts';

type Entry = Parameters<typeof describeEntry>[0];
const entry = (fields: Partial<Entry>): Entry => ({
  ...{ at: '2026-12-01T10:00:00.000Z', kind: 'signed-in', listingId: null, before: null, after: null },
  ...fields,
});

it.each<[string, Partial<Entry>]>([
  ['Ad booked', { kind: 'ad-changed', after: { status: 'booked' } }],
  ['Booked ad ended', { kind: 'ad-changed', before: { status: 'booked' }, after: { status: 'ended' } }],
  ['Booked ad changed', { kind: 'ad-changed', before: { weight: 1 }, after: { weight: 2 } }],
  ['Notice added', { kind: 'notice-changed', after: { status: 'shown' } }],
  ['Neighborhood deleted', { kind: 'place-changed', before: { status: 'active' }, after: { status: 'deleted' } }],
  ['Price changed', { kind: 'price-scheduled', before: {}, after: { holdsFrom: '2026-12-01T10:00:00.000Z' } }],
  ['Price scheduled', { kind: 'price-scheduled', before: {}, after: { holdsFrom: '2026-12-24T08:00:00.000Z' } }],
  ['Credits given', { kind: 'credit-given' }],
  ['Listing featured as a gift', { kind: 'credit-given', listingId: 12 }],
  ['Original text restored', { kind: 'text-published', before: { status: 'edited' }, after: { status: 'release' } }],
  ['Publication canceled', { kind: 'text-published', before: { status: 'scheduled' }, after: { status: 'edited' } }],
  ['Text published', { kind: 'text-published', before: { status: 'edited' }, after: { status: 'edited' } }],
])('An entry says what happened: %s', (label, fields) => {
  expect(describeEntry(entry(fields))).toBe(label);
});
