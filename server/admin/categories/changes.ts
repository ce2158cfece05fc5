import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { hasMoreCategory } from '#server/categories/more-categories.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import type { CategoryChanges as ChangeRows, DB } from '#server/platform/db/schema.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { finishMerge } from './finish-merge.ts';

/** Listings that follow changes of their categories. */
export interface CategoryChanges {
  /** Call it after a change has committed. Lets the first listings follow at once, all of a small category, and queues the others. */
  follow(): Promise<void>;
}

/** A lock on so many listings is held for well under a second. */
const BATCH = 200;

const QUEUE = {
  name: 'category-changes',
  retryLimit: 100,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 6 * 60 * 60,
  deleteAfterSeconds: 24 * 60 * 60,
};

/**
 * Starts the worker, and queues what an earlier process or new data left unfinished.
 * See docs/decisions/0111-categories-are-edited-in-the-browser.md.
 */
export async function openCategoryChanges({
  db,
  jobs,
  shutdown,
}: {
  db: Kysely<DB>;
  jobs: Jobs;
  shutdown: AbortController;
}): Promise<CategoryChanges> {
  const queue = await jobs.openQueue<{ changeId: number }>({
    queue: QUEUE,
    concurrency: 1,
    runsInCopies: true,
    work: ({ changeId }) => followToTheEnd(db, changeId, shutdown.signal),
    failureMessage: 'listings did not follow a change of their category',
    toLogFields: ({ changeId }) => ({ change: changeId }),
  });
  const queueUnfinished = () =>
    db.transaction().execute(async (trx) => {
      const changes = await unfinishedChanges(trx).select('id as changeId').execute();
      if (changes.length > 0) await queue.add(trx, changes);
    });
  await queueUnfinished();
  return {
    async follow() {
      const begun = await unfinishedChanges(db).select('id').where('done', '=', 0).execute();
      for (const { id } of begun) {
        const followed = await followBatch(db, id);
        if (followed !== null && followed < BATCH) await followBatch(db, id);
      }
      await queueUnfinished();
    },
  };
}

const unfinishedChanges = (db: Kysely<DB>) =>
  db.selectFrom('category_changes').where('finished_at', 'is', null).orderBy('id');

/** Batch after batch. @throws when the program ends: another process goes on */
async function followToTheEnd(db: Kysely<DB>, id: number, signal: AbortSignal): Promise<void> {
  while ((await followBatch(db, id)) !== null) signal.throwIfAborted();
}

/**
 * Lets the next listings follow, or ends the change when none is left: that waits for others who change the tree, and they wait for writers
 * of listings, so that it must not be in the same transaction.
 * @returns how many followed; null if the change is at its end, or another process is at it
 */
function followBatch(db: Kysely<DB>, id: number): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const change = await trx
      .selectFrom('category_changes')
      .selectAll()
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!change) return null;
    const ids = (await nextListingsQuery(change).execute(trx)).rows.map((row) => row.id);
    const last = ids.at(-1);
    if (last === undefined) await finish(trx, change);
    else await FOLLOW[change.kind](trx, ids, change);
    await trx
      .updateTable('category_changes')
      .set(last === undefined ? { finished_at: sql`now()` } : { done: change.done + ids.length, last_id: last })
      .where('id', '=', id)
      .execute();
    return last === undefined ? null : ids.length;
  });
}

type Change = Selectable<ChangeRows>;

/** Locks them in the order of their ids, as everybody does. Exported for the test of its plan. */
export const nextListingsQuery = ({ category_id, last_id }: Pick<Change, 'category_id' | 'last_id'>) => sql<{
  id: number;
}>`
  select id from listings where id = any(array(
    select id from (
      (select id from listings where category_id = ${category_id} and id > ${last_id} order by id limit ${sql.lit(BATCH)})
      union
      (select id from listings where ${hasMoreCategory([category_id])} and id > ${last_id} order by id limit ${sql.lit(BATCH)})
    ) as next order by id limit ${sql.lit(BATCH)}))
  order by id for no key update`;

const FOLLOW: Record<Change['kind'], (trx: Transaction<DB>, ids: number[], change: Change) => Promise<unknown>> = {
  async merge(trx, ids, { category_id }) {
    const { name, into } = await trx
      .selectFrom('categories as c')
      .innerJoin('categories as t', 't.id', 'c.merged_into')
      .select(['c.name', 't.name as into'])
      .where('c.id', '=', category_id)
      .executeTakeFirstOrThrow();
    await describeChange(trx, { kind: 'other', reason: `The category ${name} became a part of ${into}.` });
    await file(trx, ids);
  },
  async move(trx, ids, { category_id }) {
    await file(trx, ids);
    // The top category of a further one is not a column of the listing.
    await sql`
      select refresh_listing_search(array(
        select id from listings where id = any(${ids}::bigint[]) and ${hasMoreCategory([category_id])}))`.execute(trx);
  },
  rename: (trx, ids) => sql`select refresh_listing_search(${ids}::bigint[])`.execute(trx),
};

/** Files listings as the tree says now: a trigger does that (schema/functions/categories.sql). */
function file(trx: Transaction<DB>, ids: number[]) {
  return sql`update listings set category_id = category_id where id = any(${ids}::bigint[])`.execute(trx);
}

async function finish(trx: Transaction<DB>, { kind, category_id }: Change): Promise<void> {
  if (kind === 'merge') await finishMerge(trx, category_id);
  await invalidate(trx, [kind === 'rename' ? SEARCH_KEY : ALL_KEYS]);
}
