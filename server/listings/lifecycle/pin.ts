import { sql } from 'kysely';
import { PIN_TOO_FAR_MESSAGE } from '#contract/listing-form.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { findOwnerListing, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { setPoint } from '#server/listings/write/locate.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import { isInCounties } from '#server/places/city-outlines.ts';
import { isNearZipCode, type Point } from '#server/places/points.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { recordEditedFacts } from './edit.ts';
import { transition } from './transition.ts';

/**
 * Sets the pin of a listing, as an edit of its form would, and leaves the rest of it.
 * @throws {Invalid} for a pin outside of our counties, or far from the ZIP code
 * @throws {NotFound} see `transition`
 */
export function setPin({ db, gazetteer }: PostingDeps, own: OwnerListingId, pin: Point): Promise<OwnerListing> {
  return db.transaction().execute(async (trx) => {
    const { accountId, role } = own.member ?? { accountId: own.ownerId, role: 'owner' };
    await describeChange(trx, { kind: 'edit', accountId, role });
    const [before] = await writeAndInvalidate(
      trx,
      sql`select * from listings where id = ${own.id} and owner_id = ${own.ownerId} for update`,
    );
    if (!before) throw listingNotFound();
    const zip = gazetteer.zipCodes.get(before.zip);
    if (!(zip && isInCounties(pin) && isNearZipCode(gazetteer, pin, zip))) {
      throw new Invalid(PIN_TOO_FAR_MESSAGE, [{ path: 'pin', message: PIN_TOO_FAR_MESSAGE }]);
    }
    const { place_id, county_id, lat, lng, point_source } = setPoint(
      gazetteer,
      { place_id: before.place_id, county_id: before.county_id, lat: null, lng: null, point_source: null },
      { ...pin, source: 'owner' },
    );
    const edited = await transition(trx, 'edit', {
      id: own.id,
      by: own,
      set: { place_id, county_id, lat, lng, point_source, version: sql`version + 1`, updated_at: sql`now()` },
    });
    await recordEditedFacts(trx, 'owner', before, edited);
    return findOwnerListing(trx, gazetteer, own);
  });
}
