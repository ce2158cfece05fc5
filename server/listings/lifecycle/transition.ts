import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { DB, Listings } from '#server/db/schema.ts';
import { Conflict } from '#server/http/errors.ts';
import { noSuchAd } from '../read/listings.ts';
import { isKept } from '../read/own-listings.ts';
import { change } from '../write/write-and-invalidate.ts';
import { ACTS, type ActName } from './states.ts';

/** What changes a row; what is `gone` has none (`purge`). */
export type Transition = Exclude<ActName, 'purge'>;

/** Who acts: the owner as an account, everyone else by name. */
type By<Name extends Transition> = (typeof ACTS)[Name]['by'] extends 'owner'
  ? { ownerId: number }
  : (typeof ACTS)[Name]['by'];

interface Doing<Name extends Transition> {
  /** Of the listing. */
  id: number;
  by: By<Name>;
  /** What else the act changes: `hide` gives the reason. */
  set?: UpdateObject<DB, 'listings'>;
}

/**
 * Does an act to a listing, if the state that it is in allows it: one statement, so that of two at once one is refused.
 * Renews whatever shows the listing.
 * @throws {NotFound} when there is none, it is another's, or it was deleted too long ago to be brought back
 * @throws {Conflict} when its state is another
 */
export async function transition<Name extends Transition>(
  trx: Transaction<DB>,
  act: Name,
  { id, by, set }: Doing<Name>,
): Promise<Selectable<Listings>> {
  const known = isKnown(id, by);
  const [row] = await change(
    trx,
    trx
      .updateTable('listings')
      .set({ ...LEADING[ACTS[act].to], ...set })
      .where(known)
      .where('status', 'in', ACTS[act].from)
      .returningAll(),
  );
  if (row) return row;
  const there = await trx.selectFrom('listings').select('id').where(known).executeTakeFirst();
  if (there) throw new Conflict(ACTS[act].refusal);
  throw noSuchAd();
}

/** What the row keeps of where it was, so that it can go back there. Of a hidden one that is deleted, both stay. */
const LEADING: Record<(typeof ACTS)[Transition]['to'], UpdateObject<DB, 'listings'>> = {
  same: { status: sql`status` },
  active: { status: 'active' },
  paused: { status: 'paused' },
  hidden: { status: 'hidden', hidden_from: sql`status`, hidden_at: sql`now()` },
  deleted: { status: 'deleted', deleted_from: sql`status`, deleted_at: sql`now()` },
  former: {
    status: sql`coalesce(deleted_from, hidden_from)`,
    hidden_from: sql`case when deleted_from is not null then hidden_from end`,
    hidden_reason: sql`case when deleted_from is not null then hidden_reason end`,
    hidden_at: sql`case when deleted_from is not null then hidden_at end`,
    deleted_from: null,
    deleted_at: null,
  },
};

const isKnown = (id: number, by: { ownerId: number } | string) =>
  typeof by === 'string'
    ? sql<boolean>`id = ${id}`
    : sql<boolean>`id = ${id} and owner_id = ${by.ownerId} and ${isKept}`;
