import { sql, type UpdateObject } from 'kysely';
import type { listingEditSchema } from '#contract/listing-form.ts';
import type { OwnerListing, OwnerListingPage } from '#contract/owner-listings.ts';
import type { z } from '#contract/zod.ts';
import type { DB } from '#server/db/schema.ts';
import { Conflict } from '#server/http/errors.ts';
import { toColumns } from '../fields.ts';
import { findOwnerListing, findOwnerListingPage, type OwnerListingId } from '../read/owner-listings.ts';
import { FREE_TERM_END, type PostingDeps, setPictures } from '../write/posting.ts';
import { writeAndInvalidate } from '../write/write-and-invalidate.ts';
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

/**
 * Changes the content of a listing. The lists of its old and new places and categories are invalidated.
 * See docs/decisions/0022-drafts-are-listings-and-edits-have-versions.md.
 * @param fields.version of the listing that the edit began from
 * @throws {Invalid} see `toColumns` and `attachPhotos`
 * @throws {NotFound} see `transition`
 * @throws {Conflict} when it was edited meanwhile, or is deleted
 */
export function edit(
  { db, gazetteer }: PostingDeps,
  own: OwnerListingId,
  { version, ...fields }: z.output<typeof listingEditSchema>,
): Promise<OwnerListingPage> {
  const columns = toColumns(gazetteer, fields);
  return db.transaction().execute(async (trx) => {
    const [before] = await writeAndInvalidate(
      trx,
      sql`select * from listings where id = ${own.id} and owner_id = ${own.ownerId} for update`,
    );
    // An imported listing has a point of its own, which is more exact than that of the ZIP code.
    const isSameAddress = before?.zip === columns.zip && before.address === columns.address;
    const point = isSameAddress ? { lat: before.lat, lng: before.lng } : {};
    const edited = await transition(trx, 'edit', {
      id: own.id,
      by: own,
      set: { ...columns, ...point, version: sql`version + 1`, updated_at: sql`now()` },
    });
    if (edited.version !== version + 1) throw new Conflict(EDIT_CONFLICT);
    await setPictures(trx, own, fields);
    return findOwnerListingPage(trx, gazetteer, own);
  });
}

const EDIT_CONFLICT = 'This listing was changed elsewhere. Open it again to see how it is now.';

/** A verb that changes the status and at most the given columns. */
function lifecycleVerb(name: 'pause' | 'resume' | 'renew' | 'delete' | 'undelete', set?: UpdateObject<DB, 'listings'>) {
  return ({ db, gazetteer }: PostingDeps, own: OwnerListingId): Promise<OwnerListing> =>
    db.transaction().execute(async (trx) => {
      await transition(trx, name, { id: own.id, by: own, set });
      return findOwnerListing(trx, gazetteer, own);
    });
}
