import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Hours } from '#contract/hours/weekly-hours.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { countResponses, type Lead, summarizeLeads } from './response-times.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

/** From a Monday at noon in Los Angeles on, so many hours later. */
const at = (hours: number) => new Date(Date.parse('2026-10-05T12:00:00-07:00') + hours * 3_600_000);
const lead = (hours: number | null, openedAt = at(0)): Lead => ({
  openedAt,
  answeredAt: hours === null ? null : new Date(openedAt.getTime() + hours * 3_600_000),
});
const always = { monday: 'all-day', tuesday: 'all-day', wednesday: 'all-day' } as unknown as Hours;
const hours = (value: Hours | null, leads: Lead[]) => summarizeLeads({ hours: value, specialHours: [] }, leads);

it.each([
  ['within a day', null, [lead(2)], 120],
  // Five hours of Monday and four of Tuesday.
  ['overnight, by the hours of an office', null, [lead(25)], 540],
  ['overnight, open all day', always, [lead(25)], 1500],
  ['on a weekend', null, [lead(3, at(5 * 24))], 0],
  ['without any day on which it is open', { monday: 'closed' } as Hours, [lead(2)], 120],
  ['the longer one of two', always, [lead(1), lead(3)], 180],
  ['most in the order of time', always, [lead(30), lead(2), lead(4)], 240],
  ['a minority without an answer', always, [lead(1), lead(2), lead(null)], 120],
  ['half without an answer', always, [lead(1), lead(null)], null],
])('the median of answers: %s', (_name, value, leads, medianMinutes) => {
  expect(hours(value as Hours | null, leads)).toMatchObject({ leads: leads.length, medianMinutes });
});

let listingId: number;
beforeEach(async () => {
  for (const table of ['conversations', 'listings'] as const) await db.deleteFrom(table).execute();
  const owner = await makeAccount(db);
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, hours: JSON.stringify(alwaysOpen) }));
});
const alwaysOpen = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, 'all-day']),
);
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const received = (opened: number, answered: number | null, overrides: object = {}) =>
  makeConversation(db, {
    ...{ listing_id: listingId, opened_at: ago(opened), first_answered_at: answered === null ? null : ago(answered) },
    ...overrides,
  });
const stored = () =>
  db.selectFrom('listing_responses').select(['leads', 'answered', 'answers', 'shown_minutes']).execute();
const readListing = async () => {
  await api.awaitInvalidations();
  return (await api.visitor().get(`/api/ads/${listingId}`)).body;
};
const search = async () => {
  const { body } = await api.visitor().get('/api/search?answers=true');
  return body.map(({ id }: { id: number }) => id);
};

it('is shown from five messages on, and invalidates what shows the listing', async () => {
  for (let n = 0; n < 4; n++) await received(100, 98);
  await countResponses(db);
  expect(await stored()).toEqual([{ leads: 4, answered: 4, answers: true, shown_minutes: null }]);
  expect((await readListing()).answerMinutes).toBeNull();
  await received(100, 97);
  await countResponses(db);
  expect((await readListing()).answerMinutes).toBe(120);
});

it('does not count what is too recent, too old, withheld, or was stopped by the customer or the staff before', async () => {
  await received(47, null);
  await received(91 * 24, 90 * 24);
  await received(100, 99, { status: 'withheld' });
  await received(100, null, { status: 'stopped', stopped_by: 'customer' });
  await received(100, null, { status: 'stopped', stopped_by: 'staff' });
  await countResponses(db);
  expect(await stored()).toEqual([]);
  await received(49, null);
  await received(100, null, { status: 'stopped', stopped_by: 'business' });
  await received(100, 99, { status: 'stopped', stopped_by: 'customer' });
  await countResponses(db);
  expect(await stored()).toMatchObject([{ leads: 3, answered: 1, answers: false }]);
});

it('finds a business that answers at least half of the messages, until it has no owner', async () => {
  await received(100, 99);
  await received(100, null);
  await countResponses(db);
  expect(await search()).toEqual([listingId]);
  await received(100, null);
  await countResponses(db);
  await api.awaitInvalidations();
  expect(await search()).toEqual([]);
  await received(100, 99);
  await countResponses(db);
  await db.updateTable('listings').set({ owner_id: null, origin: 'import' }).execute();
  await countResponses(db);
  expect(await stored()).toEqual([]);
});

it('counts every listing, also after one whose conversations do not count', async () => {
  await received(10, null);
  const next = await makeListing(db, { owner_id: (await makeAccount(db)).id });
  await received(100, 99, { listing_id: next.id });
  await countResponses(db);
  expect(await db.selectFrom('listing_responses').select('listing_id').execute()).toEqual([{ listing_id: next.id }]);
});
