import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { EXPORT_SUBJECTS, type ExportSubject } from '#contract/admin/exports.ts';
import { QUEUES } from '#contract/admin/today.ts';
import { exportPageQuery } from '#server/admin/exports/export.ts';
import { createGivenUpIndex, givenUpEmailsQuery, givenUpJobsQuery } from '#server/platform/jobs/given-up.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { withoutTriggers } from '#tests/support/fill-tables.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { todayQuery } from './today.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// Years of work that is done, and some that waits.
await withoutStatementTimeout(db, async (db) => {
  await withoutTriggers(
    db,
    [
      'reports',
      'suggested_edits',
      'conversations',
      'reviews',
      'claims',
      'doubtful_pairs',
      'payments',
      'refund_requests',
    ],
    async () => {
      await createGivenUpIndex(db);
      await sql`
    insert into reports (listing_id, reason, text, closed_at, outcome)
    select id, 'other', 'Text', case when id % 50 > 0 then now() end, case when id % 50 > 0 then 'kept' end from listings`.execute(
        db,
      );
      await sql`
    insert into suggested_edits (listing_id, kind, decided_at, outcome)
    select id, 'closed', case when id % 50 > 0 then now() end, case when id % 50 > 0 then 'dismissed' end from listings`.execute(
        db,
      );
      await sql`
    insert into conversations (listing_id, listing_title, topic, source, status, opened_at, request_key)
    select id, 'A', 'question', 'listing', case when id % 50 > 0 then 'open' else 'held' end, now(), gen_random_uuid()
    from listings`.execute(db);
      await sql`
    insert into reviews (listing_id, email_key, author_name, proof, stars, body, visited_month, status, published_at, request_key)
    select id, 'a' || id || '@mail.example', 'Ana', 'conversation', 5, repeat('Good work. ', 4), '2026-11',
      case when id % 50 > 0 then 'shown' else 'waiting' end, now(), gen_random_uuid() from listings`.execute(db);
      await sql`
    insert into claims (listing_id, account_id, status, decided_at)
    select l.id, (select min(id) from accounts), case when l.id % 50 > 0 then 'declined' else 'waiting' end,
      case when l.id % 50 > 0 then now() end from listings l`.execute(db);
      await sql`
    insert into doubtful_pairs (listing_id, other_id, score, verdict, decided_at)
    select id, id + 1, 5, case when id % 50 > 0 then 'different' end, case when id % 50 > 0 then now() end
    from listings where exists (select from listings next where next.id = listings.id + 1)`.execute(db);
      await sql`
    insert into contact_messages (name, email, inquiry_type, subject, message, status, answer, answered_at)
    select 'Ana', 'a' || i || '@mail.example', 'general', 'A', 'B', case when i % 50 > 0 then 'answered' else 'new' end,
      case when i % 50 > 0 then 'Yes' end, case when i % 50 > 0 then now() end from generate_series(1, ${DIRECTORY_SIZE}::int) as i`.execute(
        db,
      );
      await sql`
    insert into payments (account_id, username, plan, level, months, amount_cents, mode, status, paid_at, intent_id,
      receipt_number, disputed_at)
    select (select min(id) from accounts), 'x', 'annual', 'premium', 12, 100, 'live', 'paid', now(), 'pi_' || i, i,
      case when i % 500 = 0 then now() end
    from generate_series(1, ${DIRECTORY_SIZE}::int) as i`.execute(db);
      await sql`
    insert into refund_requests (payment_id, reason, status, decided_at)
    select id, 'Not used', case when id % 50 > 0 then 'granted' else 'open' end, case when id % 50 > 0 then now() end from payments`.execute(
        db,
      );
      await sql`
    insert into zero_result_searches (kind, day, words, searches)
    select 'listings', current_date - i % 90, 'word' || i, 1 from generate_series(1, ${DIRECTORY_SIZE}::int) as i`.execute(
        db,
      );
      await sql`
    insert into pgboss.job (name, data, state)
    select case when i % 3 = 0 then 'mail-given-up' when i % 3 = 1 then 'mail' else 'copy-image' end, '{}',
      (case when i % 500 = 2 then 'failed' when i % 300 = 0 then 'created' else 'completed' end)::pgboss.job_state
    from generate_series(1, ${DIRECTORY_SIZE}::int) as i`.execute(db);
    },
  );
  await sql`checkpoint`.execute(db);
  await sql`vacuum analyze reports, suggested_edits, conversations, reviews, claims, doubtful_pairs, contact_messages, payments, refund_requests, zero_result_searches, empty_searches, pgboss.job`.execute(
    db,
  );
});

const explainText = async (query: RawBuilder<unknown>) => (await explain(db, query.compile(db))).join('\n');

// Uploads are few, and searches of the release before none.
it('What waits is counted by indexes of what waits', async () => {
  const plan = await explainText(todayQuery(QUEUES, 'live'));
  expect(plan).not.toMatch(/Seq Scan on (?!import_uploads|empty_searches)/);
  expect(plan).toContain('payments_disputed');
  expect(plan).toContain('doubtful_pairs_open');
});

it.each(Object.keys(EXPORT_SUBJECTS) as ExportSubject[])(
  'A page of the export of all %s is an index scan that stops at the limit',
  async (subject) => {
    const plan = await explainText(exportPageQuery(subject, 1000));
    expect(plan).toMatch(/Index Scan using \w+_(pkey|id_mode_key)/);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  },
);

it('What was given up is listed by indexes, regardless of the number of jobs that are done', async () => {
  for (const query of [givenUpEmailsQuery(100), givenUpJobsQuery(100)])
    expect(await explainText(query)).not.toContain('Seq Scan');
});
