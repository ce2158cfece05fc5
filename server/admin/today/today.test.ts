import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#contract/admin/roles.ts';
import type { Today } from '#contract/admin/today.ts';
import { makeAccount, makeListing, makeMessage } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { getToday } from './today.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: null });
const administrator = await api.signedInVisitor(1);

const LONG_AGO = new Date('2026-01-02T03:04:05.678Z');

beforeEach(async () => {
  for (const table of [
    'conversations',
    'listings',
    'contact_messages',
    'refund_requests',
    'payments',
    'import_uploads',
    'empty_searches',
  ] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').where('id', '<>', 1).execute();
  await sql`delete from pgboss.job where name <> 'tasks'`.execute(db);
});

const readToday = async () => {
  const { queues }: Today = (await administrator.get('/api/admin/today')).body;
  return new Map(queues.map(({ queue, count, since }) => [queue, { count, since }]));
};

describe('What waits', () => {
  it('is nothing in an empty site, queue by queue', async () => {
    const waiting = await readToday();
    expect([...waiting.keys()]).toEqual([
      'reports',
      'suggested-edits',
      'approvals',
      'licenses',
      'claims',
      'objections',
      'matches',
      'messages',
      'conversations',
      'reviews',
      'refund-requests',
      'disputes',
      'imports',
      'failed-mails',
      'failed-jobs',
      'searches',
    ]);
    expect([...waiting.values()].every(({ count, since }) => count === 0 && since === null)).toBe(true);
  });

  it('is counted without what is done, with the age of the oldest', async () => {
    const owner = await makeAccount(db);
    const [{ id }, { id: other }] = [await makeListing(db), await makeListing(db)];
    await sql`
      insert into reports (listing_id, reason, text, created_at, closed_at, outcome) values
        (${id}, 'other', 'Closed', '2025-01-01', now(), 'kept'), (${id}, 'other', 'Old', ${LONG_AGO}, null, null),
        (${other}, 'other', 'New', now(), null, null)`.execute(db);
    await sql`
      insert into suggested_edits (listing_id, kind, created_at) values (${id}, 'confirmed', '2025-01-01'), (${id}, 'closed', ${LONG_AGO})`.execute(
      db,
    );
    await makeListing(db, { status: 'waiting', waiting_since: LONG_AGO });
    await makeClaim(db, { listing_id: id, account_id: owner.id, status: 'waiting', created_at: LONG_AGO });
    await sql`insert into doubtful_pairs (listing_id, other_id, score, created_at) values (${id}, ${other}, 5, ${LONG_AGO})`.execute(
      db,
    );
    await sql`
      insert into listing_objections (listing_id, number, account_id, created_at, decided_at, outcome) values
        (${id}, 1, ${owner.id}, ${LONG_AGO}, null, null), (${id}, 2, ${owner.id}, '2025-01-01', now(), 'kept')`.execute(
      db,
    );
    await makeConversation(db, { listing_id: id, status: 'held', created_at: LONG_AGO });
    await makeConversation(db, { listing_id: id });
    await makeReview(db, { listing_id: id, waiting_since: LONG_AGO });
    await makeReview(db, { listing_id: id, status: 'shown', published_at: new Date() });
    await makeMessage(db, { created_at: LONG_AGO });
    await makeMessage(db, { status: 'spam', spam_at: new Date() });
    await sql`
      with paid as (
        insert into payments (account_id, username, plan, level, months, amount_cents, mode, status, paid_at, intent_id, receipt_number,
          disputed_at, returned_at)
        values (${owner.id}, 'x', 'annual', 'premium', 12, 100, 'simulated', 'paid', now(), 'pi_1', 1, ${LONG_AGO}, null),
          (${owner.id}, 'x', 'annual', 'premium', 12, 100, 'simulated', 'paid', now(), 'pi_2', 2, '2025-01-01', now()),
          (${owner.id}, 'x', 'annual', 'premium', 12, 100, 'live', 'paid', now(), 'pi_3', 1, '2025-01-01', null)
        returning id, returned_at, mode)
      insert into refund_requests (payment_id, reason, created_at, status, decided_at)
      select id, 'Not used', ${LONG_AGO}::timestamptz, case when returned_at is null then 'open' else 'granted' end,
        returned_at from paid`.execute(db);
    await sql`
      insert into import_uploads (file, key, size, state, created_at)
      values ('a.csv', ${'a'.repeat(32)}, 1, 'ready', ${LONG_AGO}), ('b.csv', ${'b'.repeat(32)}, 1, 'imported', '2025-01-01')`.execute(
      db,
    );
    await sql`
      insert into pgboss.job (name, state, created_on) values ('mail-given-up', 'created', ${LONG_AGO}),
        ('mail', 'failed', '2025-01-01'), ('copy-image', 'failed', ${LONG_AGO}), ('copy-image', 'completed', '2025-01-01')`.execute(
      db,
    );
    await sql`
      insert into empty_searches (kind, day, words, searches)
      select 'listings', (now() at time zone 'America/Los_Angeles')::date - days, 'aikido', 3 from unnest(array[0, 1, 2]) as days`.execute(
      db,
    );
    const waiting = await readToday();
    const one = { count: 1, since: LONG_AGO.toISOString() };
    expect(Object.fromEntries(waiting)).toEqual({
      reports: { ...one, count: 2 },
      'suggested-edits': one,
      approvals: one,
      licenses: { count: 0, since: null },
      claims: one,
      objections: one,
      matches: one,
      messages: one,
      conversations: one,
      reviews: one,
      'refund-requests': one,
      disputes: one,
      imports: one,
      'failed-mails': one,
      'failed-jobs': one,
      searches: { count: 6, since: null },
    });
  });

  it.each<[Role, string[]]>([
    [
      'moderator',
      [
        'reports',
        'suggested-edits',
        'approvals',
        'licenses',
        'claims',
        'objections',
        'matches',
        'messages',
        'conversations',
        'reviews',
        'searches',
      ],
    ],
    ['support', ['messages', 'conversations', 'searches']],
    ['finance', ['refund-requests', 'disputes', 'searches']],
    ['editor', ['searches']],
  ])('for the role %s is only what it may work on', async (role, expected) => {
    const { queues } = await getToday(db, role, 'simulated');
    expect(queues.map(({ queue }) => queue)).toEqual(expected);
  });
});
