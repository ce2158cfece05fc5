import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { isNotPurged } from '#server/listings/read/owner-listings.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { TRANSITIONS, type TransitionName } from './states.ts';

/** The transitions that leave a row: all but `purge`. */
export type RowTransitionName = Exclude<TransitionName, 'purge'>;

/** The actor: the owner by account id, all others by name. */
type TransitionActor<Name extends RowTransitionName> = (typeof TRANSITIONS)[Name]['by'] extends 'owner'
  ? { ownerId: number }
  : (typeof TRANSITIONS)[Name]['by'];

interface TransitionOptions<Name extends RowTransitionName> {
  /** The id of the listing. */
  id: number;
  by: TransitionActor<Name>;
  /** Further columns: `hide` sets the reason. */
  set?: UpdateObject<DB, 'listings'>;
}

/**
 * Executes a transition if the status of the listing allows it: in one statement, so that of two concurrent ones one is
 * refused. Invalidates every response that shows the listing.
 * @throws {NotFound} when it does not exist, has another owner, or was deleted too long ago to be restored
 * @throws {Conflict} when its status does not allow it
 */
export async function transition<Name extends RowTransitionName>(
  trx: Transaction<DB>,
  name: Name,
  { id, by, set }: TransitionOptions<Name>,
): Promise<Selectable<Listings>> {
  const isTarget = matchesListing(id, by);
  const [row] = await writeAndInvalidate(
    trx,
    trx
      .updateTable('listings')
      .set({ ...STATE_COLUMNS[TRANSITIONS[name].to], ...set })
      .where(isTarget)
      .where('status', 'in', TRANSITIONS[name].from)
      .returningAll(),
  );
  if (row) return row;
  const existing = await trx.selectFrom('listings').select('id').where(isTarget).executeTakeFirst();
  if (existing) throw new Conflict(TRANSITIONS[name].refusal);
  throw listingNotFound();
}

const IS_HIDDEN = sql<boolean>`(status = 'hidden' or status = 'deleted' and deleted_from = 'hidden')`;

/** The columns of each status. The former status is stored, so that it can be restored; a hidden listing that is deleted stores both. */
const STATE_COLUMNS: Record<(typeof TRANSITIONS)[RowTransitionName]['to'], UpdateObject<DB, 'listings'>> = {
  same: { status: sql`status` },
  published: {
    status: sql`case when needs_approval(listings) then 'waiting' else 'active' end`,
    waiting_from: sql`case when needs_approval(listings) then status end`,
    waiting_since: sql`case when needs_approval(listings) then now() end`,
  },
  waiting: { status: 'waiting', waiting_from: sql`status`, waiting_since: sql`now()` },
  active: { status: 'active' },
  paused: { status: 'paused' },
  hidden: { status: 'hidden', hidden_from: sql`status`, hidden_at: sql`now()` },
  deleted: { status: 'deleted', deleted_from: sql`status`, deleted_at: sql`now()` },
  // What its owner did, paused or deleted it, has no effect; what the staff decided stays.
  reclaimable: {
    status: sql`case when ${IS_HIDDEN} then 'hidden' else 'active' end`,
    hidden_from: sql`case when ${IS_HIDDEN} then 'active' end`,
    hidden_reason: sql`case when ${IS_HIDDEN} then hidden_reason end`,
    hidden_at: sql`case when ${IS_HIDDEN} then hidden_at end`,
    deleted_from: null,
    deleted_at: null,
    waiting_from: null,
    waiting_since: null,
  },
  former: {
    status: sql`coalesce(deleted_from, hidden_from)`,
    hidden_from: sql`case when deleted_from is not null then hidden_from end`,
    hidden_reason: sql`case when deleted_from is not null then hidden_reason end`,
    hidden_at: sql`case when deleted_from is not null then hidden_at end`,
    deleted_from: null,
    deleted_at: null,
  },
};

const matchesListing = (id: number, by: { ownerId: number } | string) =>
  typeof by === 'string'
    ? sql<boolean>`id = ${id}`
    : sql<boolean>`id = ${id} and owner_id = ${by.ownerId} and ${isNotPurged}`;
