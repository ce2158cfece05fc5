import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { BulkActionKind, BulkResult } from '#contract/admin/bulk-actions.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import type { FactOrigins } from '#server/listings/facts.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import { BULK_KINDS, type BulkDeps, type BulkOrder, type StoredColumns } from './kinds.ts';

type Listing = Selectable<Listings>;

/** A bulk action as it was asked for. */
export interface BulkRequest extends BulkOrder {
  kind: BulkActionKind;
  ids: number[];
  /** Whether the transaction is rolled back at the end. */
  dryRun: boolean;
}

/**
 * Changes listings one after the other, each in its own transaction: what is refused for one does not hold up the others. What they
 * were is stored, so that it can be undone (`undo.ts`).
 */
export async function runBulkAction(
  db: Kysely<DB>,
  deps: BulkDeps,
  { kind, ids, dryRun, ...request }: BulkRequest,
): Promise<BulkResult> {
  // What is only tried needs no reason, but the database does.
  const order = dryRun ? { ...request, reason: request.reason || 'A reason' } : request;
  const actionId = dryRun ? null : await insertAction(db, kind, ids.length, order);
  const changed: Listing[] = [];
  const results = await changeEach(ids, async (id) => {
    changed.push(await changeListing(db, deps, { ...order, kind, actionId, id }));
  });
  if (actionId !== null && changed.length === 0)
    await db.deleteFrom('bulk_actions').where('id', '=', actionId).execute();
  const now = new Date();
  return {
    actionId: changed.length > 0 ? actionId : null,
    results,
    owned: changed.filter(({ owner_id }) => owner_id !== null).length,
    paid: changed.filter(({ level, paid_until }) => level !== 'free' && paid_until !== null && paid_until > now).length,
  };
}

interface ListingChange extends BulkOrder {
  kind: BulkActionKind;
  /** Null to roll the change back at the end. */
  actionId: number | null;
  id: number;
}

/** Changes a listing, unless the action has. @returns the listing as it was @throws {HttpError} when that cannot be done with it */
export async function changeListing(
  db: Kysely<DB>,
  deps: BulkDeps,
  { kind, actionId, id, ...order }: ListingChange,
): Promise<Listing> {
  let before: Listing | undefined;
  await inTransaction(db, actionId === null, async (trx) => {
    before = await lockListing(trx, id);
    if (actionId !== null && (await isChanged(trx, actionId, id))) return;
    const after = await BULK_KINDS[kind].change(trx, deps, order, before);
    if (actionId !== null) await recordChange(trx, actionId, kind, { before, after });
  });
  if (!before) throw listingNotFound();
  return before;
}

const isChanged = async (trx: Transaction<DB>, actionId: number, id: number) =>
  (await trx
    .selectFrom('bulk_changes')
    .select('action_id')
    .where('action_id', '=', actionId)
    .where('listing_id', '=', id)
    .executeTakeFirst()) !== undefined;

/**
 * Calls a function for each listing, and says of each whether it was done or why it was refused.
 * @throws what `change` throws, unless it is a refusal
 */
export async function changeEach(
  ids: number[],
  change: (id: number) => Promise<unknown>,
): Promise<BulkResult['results']> {
  const results: BulkResult['results'] = [];
  for (const id of ids) {
    try {
      await change(id);
      results.push({ id, done: true, message: null });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      results.push({ id, done: false, message: translateDefined(error.message) });
    }
  }
  return results;
}

/** The row of a listing, locked. The caches of the places and categories that it has now are invalidated with it. */
export async function lockListing(trx: Transaction<DB>, id: number): Promise<Listing> {
  const [listing] = await writeAndInvalidate(trx, sql`select * from listings where id = ${id} for update`);
  if (!listing) throw listingNotFound();
  return listing;
}

/** The columns that a kind of bulk action changes, as JSON has them. */
export const pickColumns = (kind: BulkActionKind, listing: Listing): StoredColumns =>
  JSON.parse(JSON.stringify(Object.fromEntries(BULK_KINDS[kind].columns.map((column) => [column, listing[column]]))));

class RolledBack extends Error {}

async function inTransaction(db: Kysely<DB>, dryRun: boolean, work: (trx: Transaction<DB>) => Promise<void>) {
  try {
    await db.transaction().execute(async (trx) => {
      await work(trx);
      if (dryRun) throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

/** Stores an action. @param pending the listings that a job has to change */
export async function insertAction(
  db: Kysely<DB>,
  kind: BulkActionKind,
  chosen: number,
  { by, reason, category, place }: BulkOrder,
  pending: number[] = [],
): Promise<number> {
  const { id } = await db
    .insertInto('bulk_actions')
    .values({
      kind,
      chosen,
      pending: sql`${pending}::bigint[]`,
      account_id: by,
      reason: reason || null,
      category_id: category?.id,
      place_id: place?.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function recordChange(
  trx: Transaction<DB>,
  actionId: number,
  kind: BulkActionKind,
  { before, after }: { before: Listing; after: Listing },
) {
  const { fact } = BULK_KINDS[kind];
  const origin = fact && { fact: (before.facts as unknown as FactOrigins)[fact] ?? null };
  await trx
    .insertInto('bulk_changes')
    .values({
      action_id: actionId,
      listing_id: before.id,
      before: JSON.stringify({ ...pickColumns(kind, before), ...origin }),
      after: JSON.stringify(pickColumns(kind, after)),
    })
    .execute();
}
