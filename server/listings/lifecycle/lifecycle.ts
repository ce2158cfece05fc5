import { sql, type UpdateObject } from 'kysely';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { findOwnerListing, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { FREE_TERM_END, type PostingDeps } from '#server/listings/write/posting.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { transition } from './transition.ts';

/** Hides a listing from visitors until it is resumed. */
export const pause = lifecycleVerb('pause');

/** Shows a paused listing again. */
export const resume = lifecycleVerb('resume');

/** Extends a listing to 30 days from now. It never shortens the term, and a listing without end stays so. */
export const renew = lifecycleVerb('renew', {
  expires_at: sql`case when expires_at is not null then greatest(expires_at, ${FREE_TERM_END}) end`,
});

/** Deletes a listing; it can be restored for 30 days. */
export const remove = lifecycleVerb('delete');

/** Restores a deleted listing to its former status: one that the administrator had hidden is hidden again. */
export const undelete = lifecycleVerb('undelete');

/** A verb that changes the status and at most the given columns. */
function lifecycleVerb(name: 'pause' | 'resume' | 'renew' | 'delete' | 'undelete', set?: UpdateObject<DB, 'listings'>) {
  return ({ db, gazetteer }: PostingDeps, own: OwnerListingId): Promise<OwnerListing> =>
    db.transaction().execute(async (trx) => {
      await transition(trx, name, { id: own.id, by: own, set });
      return findOwnerListing(trx, gazetteer, own);
    });
}
