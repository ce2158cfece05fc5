import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { AnnouncementQueue } from './queue.ts';
import { type SendDeps, sendNext } from './send.ts';

/** Shorter than the interval of `resumeAnnouncements`. */
const SLICE_MS = 50_000;
/** What was being sent when a process ended is not sent again: nobody knows whether it was. */
const INTERRUPTED_MINUTES = 10;

const QUEUE = { name: 'announcements', retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 3600 };

/** Opens the queue: each job sends for a while. See docs/decisions/0177-announcements-claim-each-recipient.md. */
export const openAnnouncementQueue = ({
  jobs,
  shutdown,
  ...deps
}: SendDeps & { jobs: Jobs; shutdown: AbortController }): Promise<AnnouncementQueue> =>
  jobs.openQueue<object>({
    queue: QUEUE,
    concurrency: 1,
    async work() {
      const until = Date.now() + SLICE_MS;
      let sending = await findRunning(deps.db);
      while (sending.length > 0 && Date.now() < until && !shutdown.signal.aborted) {
        const goOn: number[] = [];
        for (const id of sending) if (await sendNext(deps, id)) goOn.push(id);
        sending = goOn;
      }
      await endSent(deps.db);
    },
    failureMessage: 'announcements were interrupted',
    toLogFields: () => ({}),
  });

/** Sends on what has not ended: a process ended, or as many were sent as an hour allows. Runs each minute. */
export async function resumeAnnouncements(db: Kysely<DB>, queue: AnnouncementQueue): Promise<void> {
  await sql`
    update announcement_recipients r set state = 'failed', problem = 'interrupted', at = now()
    from announcements a where a.id = r.announcement_id and r.state = 'sending'
      and r.at < now() - make_interval(mins => ${sql.lit(INTERRUPTED_MINUTES)})`.execute(db);
  if ((await findRunning(db)).length > 0) await db.transaction().execute((trx) => queue.add(trx, {}));
}

async function findRunning(db: Kysely<DB>): Promise<number[]> {
  const running = await db
    .selectFrom('announcements')
    .select('id')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  return running.map(({ id }) => id);
}

const endSent = (db: Kysely<DB>) =>
  sql`update announcements a set ended_at = now() where ended_at is null and not exists (
    select from announcement_recipients r where r.announcement_id = a.id and r.state in ('waiting', 'sending'))`.execute(
    db,
  );
