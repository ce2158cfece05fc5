import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '#contract/admin/roles.ts';
import type { Queue } from '#contract/admin/today.ts';
import { isLicenseInDoubt } from '#server/admin/licenses.ts';
import { DEAD_LETTER_QUEUE, MAIL_QUEUE } from '#server/platform/jobs/mail-queue.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { needsDecision } from '#server/reviews/stored-review.ts';
import { EMPTY_SEARCHES } from '#server/search/empty-searches.ts';

/** Counts what waits: one row with `count`, and `since`, when the oldest began to wait. */
interface CountedQueue {
  permission: Permission;
  count(mode: PaymentMode): RawBuilder<unknown>;
}

/**
 * How each queue is counted, and who may see it. Each query reads the index of the rows that wait and no others, because the tables have
 * many more that are done. The oldest row is the one with the lowest id, so that only that row of the table is read.
 */
export const COUNTED_QUEUES: Record<Queue, CountedQueue> = {
  reports: {
    permission: 'reports',
    count: () => sql`
      select count(*), (select created_at from reports where id = min(r.id)) as since
      from reports r where closed_at is null`,
  },
  'suggested-edits': {
    permission: 'reports',
    count: () => sql`
      select count(*), (select created_at from suggested_edits where id = min(e.id)) as since
      from suggested_edits e where decided_at is null and kind <> 'confirmed'`,
  },
  approvals: {
    permission: 'listings',
    count: () => sql`select count(*), min(waiting_since) as since from listings where status = 'waiting'`,
  },
  licenses: {
    permission: 'listings',
    count: () =>
      sql`select count(*), null::timestamptz as since from listings where ${isLicenseInDoubt} and license_check <> 'missing'`,
  },
  claims: {
    permission: 'claims',
    count: () => sql`
      select count(*), (select created_at from claims where id = min(c.id)) as since
      from claims c where status = 'waiting'`,
  },
  objections: {
    permission: 'listings',
    count: () => sql`
      select count(*), (select created_at from listing_objections where id = min(o.id)) as since
      from listing_objections o where decided_at is null`,
  },
  matches: {
    permission: 'listings',
    count: () => sql`
      select count(*), (select created_at from doubtful_pairs where id = min(p.id)) as since
      from doubtful_pairs p where verdict is null`,
  },
  messages: {
    permission: 'messages',
    count: () => sql`
      select count(*), (select created_at from contact_messages where id = min(m.id)) as since
      from contact_messages m where status = 'new'`,
  },
  conversations: {
    permission: 'messages',
    count: () => sql`
      select count(*), (select created_at from conversations where id = min(c.id)) as since
      from conversations c where status = 'held' or reported_at is not null`,
  },
  reviews: {
    permission: 'reviews',
    count: () => sql`
      select count(*), (select waiting_since from reviews where id = min(r.id)) as since
      from reviews r where ${needsDecision}`,
  },
  'refund-requests': {
    permission: 'payments',
    count: (mode) => sql`
      select count(*), min(r.created_at) as since
      from refund_requests r join payments p on p.id = r.payment_id where r.status = 'open' and p.mode = ${mode}`,
  },
  disputes: {
    permission: 'payments',
    // A lost dispute is over.
    count: (mode) => sql`
      select count(*), min(disputed_at) as since
      from payments where disputed_at is not null and returned_at is null and part_of is null and mode = ${mode}`,
  },
  imports: {
    permission: 'imports',
    // Uploads are deleted after a month, so the table is small.
    count: () => sql`
      select count(*), min(coalesce(begun_at, created_at)) as since
      from import_uploads where state in ('ready', 'stopped')`,
  },
  'failed-mails': {
    permission: 'health',
    count: () => sql`
      select count(*), min(created_on) as since
      from pgboss.job where name = ${sql.lit(DEAD_LETTER_QUEUE.name)} and state < 'completed'`,
  },
  'failed-jobs': {
    permission: 'health',
    count: () => sql`
      select count(*), min(created_on) as since
      from pgboss.job where state = 'failed' and name <> ${sql.lit(MAIL_QUEUE.name)}`,
  },
  searches: {
    permission: 'overview',
    count: () => sql`
      select coalesce(sum(searches), 0) as count, null::timestamptz as since
      from ${EMPTY_SEARCHES} as s
      where kind = 'listings' and day >= (now() at time zone 'America/Los_Angeles')::date - 1`,
  },
};
