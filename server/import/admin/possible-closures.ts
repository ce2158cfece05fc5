import { type Kysely, sql, type Transaction } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { ClosureToDecide } from '#contract/imports/imports.ts';
import { getCurrentMonth } from '#server/import/source-dates.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';

/** The listings that may have closed according to imports, newest listings first. What visitors reported is decided with their suggested edits. */
export async function listPossibleClosures(db: Kysely<DB>, query: ListQuery) {
  const [rows, { total }] = await Promise.all([
    possibleClosuresQuery(db, query).execute(),
    db
      .selectFrom('possible_closures')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('reason', '<>', 'reported')
      .executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  const closures = page.map(
    ({ id, title, city, ...closure }): ClosureToDecide => ({
      id,
      listing: { id, title, city },
      title: closure.source_title ?? closure.source,
      date: closure.date,
      reason: closure.reason,
    }),
  );
  return { closures, cursor, total };
}

/** One page and one more row. Exported for the test of its query plan. */
export function possibleClosuresQuery(db: Kysely<DB>, { cursor, limit }: ListQuery) {
  let query = db
    .selectFrom('possible_closures as c')
    .innerJoin('listings as l', 'l.id', 'c.listing_id')
    .leftJoin('sources as s', 's.name', 'c.source')
    .select(['c.listing_id as id', 'l.title', 'l.city', 'c.source', 's.title as source_title', 'c.date', 'c.reason'])
    .where('c.reason', '<>', 'reported');
  if (cursor !== undefined) query = query.where('c.listing_id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('c.listing_id', 'desc').limit(limit + 1);
}

/** A decision of the administrator on listings that may have closed. */
interface ClosureDecision {
  /** Of listings; those that are not marked (any more) are left as they are. */
  ids: number[];
  by: number;
}

/**
 * Hides listings that have closed. `showListing` shows them again.
 * @returns the number of hidden listings
 */
export function hideClosed(db: Kysely<DB>, { ids, by }: ClosureDecision): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const hidden = await writeAndInvalidate(
      trx,
      sql`update listings l set status = 'hidden', hidden_from = l.status, hidden_at = now(),
          hidden_reason = 'Closed, according to ' || c.source || ', ' || c.date
        from possible_closures c
        where c.listing_id = l.id and c.reason <> 'reported' and l.id = any(${ids}::bigint[]) and l.status in ('active', 'paused') and l.owner_id is null
        returning l.*`,
    );
    await trx
      .updateTable('reports')
      .set({ closed_at: sql`now()`, closed_by: by, outcome: 'hidden' })
      .where('listing_id', 'in', [0, ...hidden.map(({ id }) => id)])
      .where('closed_at', 'is', null)
      .execute();
    await endMarks(trx, { ids, by }, hidden, 'listing-hidden');
    return hidden.length;
  });
}

/**
 * Keeps listings that have not closed: no import marks them again.
 * @returns the number of kept listings
 */
export function keepOpen(db: Kysely<DB>, { ids, by }: ClosureDecision): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const open = JSON.stringify({ open: { by: 'administrator', date: getCurrentMonth() } });
    const kept = await writeAndInvalidate(
      trx,
      sql`update listings l set facts = l.facts || ${open}::jsonb
        from possible_closures c
        where c.listing_id = l.id and c.reason <> 'reported' and l.id = any(${ids}::bigint[]) returning l.*`,
    );
    await endMarks(trx, { ids, by }, kept, 'listing-kept');
    return kept.length;
  });
}

async function endMarks(
  trx: Transaction<DB>,
  { ids, by }: ClosureDecision,
  listings: { id: number; hidden_reason: string | null }[],
  kind: 'listing-hidden' | 'listing-kept',
) {
  await trx.deleteFrom('possible_closures').where('listing_id', 'in', ids).where('reason', '<>', 'reported').execute();
  if (listings.length === 0) return;
  await trx
    .insertInto('audit')
    .values(listings.map(({ id, hidden_reason }) => ({ kind, actor_id: by, listing_id: id, reason: hidden_reason })))
    .execute();
}
