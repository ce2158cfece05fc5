import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import { BULK_UNDO_DAYS, type BulkActionKind, type BulkUndo, MAX_BULK_LISTINGS } from '#contract/admin/bulk-actions.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, HttpError } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { authorizeDecision } from '#server/staff/decisions.ts';
import { BULK_KINDS, type BulkDeps, type BulkOrder, type StoredColumns } from './kinds.ts';
import { bulkActionNotFound } from './list.ts';
import type { BulkQueue } from './queue.ts';
import { changeEach, lockListing, pickColumns } from './run.ts';

/**
 * Undoes a bulk action, each listing in its own transaction; of many listings, a job does. A listing that was changed meanwhile in the same respect is left as it is;
 * why is stored and answered. Who undoes it a second time finds nothing to do, so an undo that was interrupted can be continued.
 * @throws {NotFound} when there is no such action of the past 30 days
 * @throws {Conflict} when it was undone
 */
export async function undoBulkAction(
  db: Kysely<DB>,
  { bulkQueue, ...deps }: BulkDeps & { bulkQueue: BulkQueue },
  { id, by, role }: Pick<BulkOrder, 'by' | 'role'> & { id: number },
): Promise<BulkUndo> {
  const { isRunning } = await findAction(db, id);
  await db.transaction().execute((trx) => authorizeDecision(trx, { kind: 'bulk-change-undone', by, ref: id }));
  if (isRunning) throw new Conflict(t('It’s still running. You can undo it when it’s done.'));
  const listings = await findChanged(db, id, MAX_BULK_LISTINGS + 1);
  if (listings.length === 0) throw new Conflict(t('This was already undone.'));
  if (listings.length > MAX_BULK_LISTINGS) {
    const work = { actionId: id, isUndo: true, by, language: getLanguage() };
    await db.transaction().execute(async (trx) => {
      await markUndone(trx, id);
      await bulkQueue.add(trx, work);
    });
    return { results: [], isQueued: true };
  }
  return { results: await undoEach(db, deps, { id, by, role, limit: MAX_BULK_LISTINGS }), isQueued: false };
}

/** Undoes the next changes of an action, as `undoBulkAction`. None is left where there are no results. */
export async function undoEach(
  db: Kysely<DB>,
  deps: BulkDeps,
  { id, by, role, limit }: Pick<BulkOrder, 'by' | 'role'> & { id: number; limit: number },
): Promise<BulkUndo['results']> {
  const { kind } = await findAction(db, id);
  const results = await changeEach(await findChanged(db, id, limit), (listingId) =>
    undoChange(db, deps, { actionId: id, listingId, kind, by, role }),
  );
  await markUndone(db, id);
  return results;
}

/** From then on everybody sees that somebody undoes it. */
const markUndone = (db: Kysely<DB>, id: number) =>
  db
    .updateTable('bulk_actions')
    .set({ undone_at: sql`now()` })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .execute();

/** The listings that the action changed and nobody has tried to undo. */
async function findChanged(db: Kysely<DB>, id: number, limit: number): Promise<number[]> {
  const listings = await db
    .selectFrom('bulk_changes')
    .select('listing_id')
    .where('action_id', '=', id)
    .where('undone', 'is', null)
    .orderBy('listing_id')
    .limit(limit)
    .execute();
  return listings.map(({ listing_id }) => listing_id);
}

async function findAction(db: Kysely<DB>, id: number) {
  const action = await db
    .selectFrom('bulk_actions')
    .select(['kind', sql<boolean>`cardinality(pending) > 0`.as('isRunning')])
    .where('id', '=', id)
    .where(sql<boolean>`at > now() - make_interval(days => ${sql.lit(BULK_UNDO_DAYS)})`)
    .executeTakeFirst();
  if (!action) throw bulkActionNotFound();
  return action;
}

interface ChangeToUndo extends Pick<BulkOrder, 'by' | 'role'> {
  actionId: number;
  listingId: number;
  kind: BulkActionKind;
}

/** Undoes the change of one listing. A refusal is stored, after what was begun is rolled back. */
async function undoChange(db: Kysely<DB>, deps: BulkDeps, change: ChangeToUndo): Promise<void> {
  try {
    await db.transaction().execute((trx) => restoreListing(trx, deps, change));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await markChange(db, change, error.message);
    throw error;
  }
}

async function restoreListing(trx: Transaction<DB>, deps: BulkDeps, change: ChangeToUndo): Promise<void> {
  const { actionId, listingId, kind, by, role } = change;
  // The listing first, as its deletion does, which deletes the change with it.
  const listing = await lockListing(trx, listingId);
  const stored = await markChange(trx, change, null);
  if (!stored) throw new Conflict(t('Somebody else undid this at the same time.'));
  if (!isDeepStrictEqual(pickColumns(kind, listing), stored.after)) throw new Conflict(CHANGED);
  const order = { by, role, reason: `Undo of bulk action #${actionId}` };
  await BULK_KINDS[kind].undo(trx, deps, order, listing, stored.before as StoredColumns);
}

// A stored message, translated when it is read.
const CHANGED = defineMessage('It was changed since, so it stays as it is.');

/** Marks a change as undone, or as not undone for a reason; undefined if it was marked before. */
const markChange = (db: Kysely<DB>, { actionId, listingId }: ChangeToUndo, refusal: string | null) =>
  db
    .updateTable('bulk_changes')
    .set({ undone: refusal === null, refusal })
    .where('action_id', '=', actionId)
    .where('listing_id', '=', listingId)
    .where('undone', 'is', null)
    .returning(['before', 'after'])
    .executeTakeFirst();
