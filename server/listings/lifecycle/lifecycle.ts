import { sql, type UpdateObject } from 'kysely';
import type { adEditSchema } from '#contract/listing-form.ts';
import type { OwnAd, OwnAdPage } from '#contract/own-listings.ts';
import type { z } from '#contract/zod.ts';
import type { DB } from '#server/db/schema.ts';
import { Conflict } from '#server/http/errors.ts';
import { findOwn, findOwnPage, type Own } from '../read/own-listings.ts';
import { columnsOf } from '../write/classification.ts';
import { FREE_TERM_END, type PostingParts, setPictures } from '../write/posting.ts';
import { change } from '../write/write-and-invalidate.ts';
import { transition } from './transition.ts';

/** Takes a listing away from visitors until it is resumed. */
export const pause = keeping('pause');

/** Shows a paused listing again. */
export const resume = keeping('resume');

/** Shows a listing for another 30 days from now on; never shorter than before, and one without end stays so. */
export const renew = keeping('renew', {
  expires_at: sql`case when expires_at is not null then greatest(expires_at, ${FREE_TERM_END}) end`,
});

/** Deletes a listing; it can be brought back for 30 days. */
export const remove = keeping('delete');

/** Brings a deleted listing back as it was: one that the administrator had hidden is hidden again. */
export const undelete = keeping('undelete');

/**
 * Changes what a listing says. Visitors see it at once, wherever it was filed and wherever it is now.
 * @param fields.version of the listing that the edit began from
 * @throws {Invalid} see `columnsOf` and `attachPhotos`
 * @throws {NotFound} see `transition`
 * @throws {Conflict} when it was edited meanwhile, or is deleted
 */
export function edit(
  { db, gazetteer }: PostingParts,
  own: Own,
  { version, ...fields }: z.output<typeof adEditSchema>,
): Promise<OwnAdPage> {
  const columns = columnsOf(gazetteer, fields);
  return db.transaction().execute(async (trx) => {
    const [before] = await change(
      trx,
      sql`select * from listings where id = ${own.id} and owner_id = ${own.ownerId} for update`,
    );
    // What was imported came with a point of its own, which is better than that of the ZIP code.
    const isWhereItWas = before?.zip === columns.zip && before.address === columns.address;
    const point = isWhereItWas ? { lat: before.lat, lng: before.lng } : {};
    const edited = await transition(trx, 'edit', {
      id: own.id,
      by: own,
      set: { ...columns, ...point, version: sql`version + 1`, updated_at: sql`now()` },
    });
    if (edited.version !== version + 1) throw new Conflict(CHANGED);
    await setPictures(trx, own, fields);
    return findOwnPage(trx, gazetteer, own);
  });
}

const CHANGED = 'This listing was changed elsewhere. Open it again to see how it is now.';

/** The verb of an act that changes nothing but the state, or little more. */
function keeping(act: 'pause' | 'resume' | 'renew' | 'delete' | 'undelete', set?: UpdateObject<DB, 'listings'>) {
  return ({ db, gazetteer }: PostingParts, own: Own): Promise<OwnAd> =>
    db.transaction().execute(async (trx) => {
      await transition(trx, act, { id: own.id, by: own, set });
      return findOwn(trx, gazetteer, own);
    });
}
