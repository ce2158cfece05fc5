import { sql } from 'kysely';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type AttemptDeps, attempt, LEASE_SECONDS, type Lease } from './attempt.ts';

/** Sends what waits in the outbox. */
export interface Webhooks {
  /** Queues the deliveries that are due. Call it after the transaction that made one so, and every minute. */
  dispatch(): Promise<void>;
}

const QUEUE = {
  name: 'webhooks',
  // Of errors of ours: what a receiver does is no failure of a job. Another job takes over after the lease.
  retryLimit: 3,
  retryDelay: 5,
  expireInSeconds: 60,
  deleteAfterSeconds: 3600,
};
const BATCH = 100;
// How long a job goes on with the deliveries of a webhook, and one more attempt: jobs of others that begin later wait for it.
const JOB_MS = 3000;

/** Opens the queue of webhooks. See docs/decisions/0186-webhooks-are-an-outbox-that-triggers-fill.md. */
export async function openWebhooks({ jobs, ...deps }: AttemptDeps & { jobs: Jobs }): Promise<Webhooks> {
  const { db } = deps;
  const queue = await jobs.openQueue<Lease>({
    queue: QUEUE,
    concurrency: 10,
    async work(first) {
      const endsAt = Date.now() + JOB_MS;
      for (let lease: Lease | undefined = first; lease; lease = await leaseNext(lease, endsAt))
        await attempt({ jobs, ...deps }, lease);
      await dispatch();
    },
    failureMessage: 'a webhook was not sent',
    toLogFields: ({ id }) => ({ delivery: id }),
  });

  /** The next delivery of the same webhook, which the same job sends. */
  async function leaseNext({ endpointId }: Lease, endsAt: number) {
    if (Date.now() >= endsAt) return undefined;
    return (await leaseDueQuery(1, endpointId).execute(db)).rows[0];
  }

  async function dispatch() {
    let leased: number;
    do {
      leased = await db.transaction().execute(async (trx) => {
        const { rows } = await leaseDueQuery(BATCH).execute(trx);
        if (rows.length > 0) await queue.add(trx, rows);
        return rows.length;
      });
    } while (leased === BATCH);
  }
  return { dispatch };
}

/**
 * Leases one due delivery of each webhook that none is sent to now, so that a slow receiver keeps nobody else waiting. Of a listing the
 * earliest that waits goes first, also while it waits for its next attempt. Exported for the test of its query plan.
 */
export const leaseDueQuery = (limit: number, endpointId: number | null = null) => sql<Lease>`
  with due as (
    select next.id
    from webhook_endpoints e
    join accounts a on a.id = e.account_id and a.is_active
    cross join lateral (
      select d.id from webhook_deliveries d
      where d.endpoint_id = e.id and d.status = 'waiting' and d.next_attempt_at <= now()
        and coalesce(d.leased_until <= now(), true) and not exists (
        select from webhook_deliveries earlier
        where earlier.endpoint_id = e.id and earlier.listing_id = d.listing_id and earlier.status = 'waiting' and earlier.id < d.id)
      order by d.id limit 1
      for update skip locked) as next
    where e.paused_at is null and (${endpointId}::bigint is null or e.id = ${endpointId})
      and e.id in (select endpoint_id from webhook_deliveries where status = 'waiting' and next_attempt_at <= now())
      and not exists (select from webhook_deliveries l where l.endpoint_id = e.id and l.status = 'waiting' and l.leased_until > now())
    limit ${sql.lit(limit)})
  update webhook_deliveries d
  set leases = d.leases + 1, leased_until = now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
  from due where d.id = due.id
  returning d.id, d.endpoint_id as "endpointId", d.leases as number`;
