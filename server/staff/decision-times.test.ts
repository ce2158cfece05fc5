import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { deleteOldDecisionTimes } from './decision-times.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let listingId: number;

beforeEach(async () => {
  for (const table of ['conversations', 'decision_times', 'listings', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  ({ id: listingId } = await makeListing(db));
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const admin = () => api.signedInVisitor(1);
const read = async (accountId = 1) =>
  (await (await api.signedInVisitor(accountId)).get('/api/admin/decision-times')).body;
const waits = async () =>
  (
    await db
      .selectFrom('decision_times')
      .select(['queue', sql<number>`round(extract(epoch from decided_at - since) / 3600)::int`.as('hours')])
      .orderBy('id')
      .execute()
  ).map(({ queue, hours }) => [queue, hours]);

it('a decision on a review, its report or its appeal is timed from when that waited', async () => {
  const reviews = [
    await makeReview(db, { listing_id: listingId, waiting_since: hoursAgo(2), created_at: hoursAgo(99) }),
    await makeReview(db, {
      ...{ listing_id: listingId, status: 'shown', waiting_since: hoursAgo(99) },
      ...{ reported_at: hoursAgo(3), report_rule: 'insult' },
    }),
    await makeReview(db, {
      ...{ listing_id: listingId, status: 'withheld', withheld_rule: 'insult', withheld_reason: 'Because' },
      ...{ waiting_since: hoursAgo(99), appealed_at: hoursAgo(4), appeal_text: 'No.' },
    }),
  ];
  for (const { id } of reviews) expect((await (await admin()).post(`/api/admin/reviews/${id}/show`)).status).toBe(204);
  expect(await waits()).toEqual([
    ['reviews', 2],
    ['reviews', 3],
    ['appeals', 4],
  ]);
  // A refused one is no decision.
  expect((await (await admin()).post(`/api/admin/reviews/${reviews[0]?.id}/show`)).status).toBe(409);
  expect(await waits()).toHaveLength(3);
});

it('a decision on messages is timed from the click, the later message or the report', async () => {
  const held = { status: 'held' as const, held_for: ['link'], created_at: hoursAgo(99) };
  const conversations = [
    await makeConversation(db, { listing_id: listingId, ...held, last_message_at: hoursAgo(2) }),
    await makeConversation(db, {
      listing_id: listingId,
      ...held,
      opened_at: hoursAgo(98),
      last_message_at: hoursAgo(50),
    }),
    await makeConversation(db, {
      ...{ listing_id: listingId, created_at: hoursAgo(99), last_message_at: hoursAgo(90) },
      ...{ reported_by: 'customer', reported_at: hoursAgo(4) },
    }),
  ];
  await db
    .updateTable('messages')
    .set({ created_at: hoursAgo(3) })
    .where('conversation_id', '=', conversations[1]?.id as number)
    .execute();
  for (const [index, verb] of ['approve', 'withhold', 'stop'].entries()) {
    const path = `/api/admin/conversations/${conversations[index]?.id}/${verb}`;
    expect((await (await admin()).post(path, { reason: 'Because' })).status).toBe(204);
  }
  expect(await waits()).toEqual([
    ['conversations', 2],
    ['conversations', 3],
    ['conversations', 4],
  ]);
});

it('they are summed up over 90 days for the roles that decide, and kept for 400', async () => {
  await sql`
    insert into decision_times (queue, since, due_at, decided_at)
    select 'reviews', at - make_interval(hours => n), at + make_interval(hours => case when n > 3 then -1 else 1 end), at
    from generate_series(1, 4) as n, lateral (select now() - make_interval(days => 20 * n)) as t (at)
    union all select 'appeals', now() - interval '500 days', now(), now() - interval '401 days'
    union all select 'appeals', now() - interval '500 days', now(), now() - interval '91 days'`.execute(db);
  const reviews = { queue: 'reviews', decided: 4, medianMinutes: 150, late: 1 };
  const none = { decided: 0, medianMinutes: null, late: 0 };
  expect(await read()).toEqual([{ queue: 'conversations', ...none }, reviews, { queue: 'appeals', ...none }]);
  expect(await read((await makeStaff(db, 'support')).id)).toEqual([{ queue: 'conversations', ...none }]);
  expect(await read((await makeStaff(db, 'finance')).id)).toEqual([]);
  await deleteOldDecisionTimes(db);
  expect(await db.selectFrom('decision_times').select('id').execute()).toHaveLength(5);
});
