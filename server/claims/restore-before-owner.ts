import { sql, type Transaction, type UpdateObject } from 'kysely';
import { LISTING_FIELDS, STORED_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { detachFiles } from '#server/photos/detach-files.ts';
import type { StoredPicture } from '#server/photos/pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { FIRST_ACCOUNT_ID } from '#server/platform/http/staff-role.ts';
import { type FormerListing, takeBeforeOwner } from './before-owner.ts';

const PLACE_COLUMNS = ['city', 'zip', 'place_id', 'county_id', 'location_id', 'lat', 'lng', 'point_source'];
const CATEGORY_COLUMNS = ['category_id', 'top_category_id'];
const RESTORED_COLUMNS = [
  ...STORED_FIELD_NAMES.map((name) => LISTING_FIELDS[name].column),
  ...['facts', 'source_date', 'confirmed_at', 'expires_at'],
];

/** Makes a listing what it was before it had an owner, except what the staff decided on it, and a category or place that is gone since. */
export async function restoreBeforeOwner(
  trx: Transaction<DB>,
  { id, former }: { id: number; former: FormerListing },
): Promise<void> {
  const { rows } = await sql<{ place: boolean; category: boolean }>`
    select ${former.place_id}::integer is null or exists (select from places where id = ${former.place_id}) as place,
      exists (select from categories where id = ${former.category_id}) as category`.execute(trx);
  const columns = [
    ...RESTORED_COLUMNS,
    ...(rows[0]?.place ? PLACE_COLUMNS : []),
    ...(rows[0]?.category ? CATEGORY_COLUMNS : []),
  ];
  const record = sql`jsonb_populate_record(null::listings, ${JSON.stringify(former)}::jsonb)`;
  const values = Object.fromEntries(columns.map((column) => [column, sql`(${record}).${sql.ref(column)}`]));
  await transition(trx, 'takeBack', {
    id,
    by: 'administrator',
    set: {
      ...(values as UpdateObject<DB, 'listings'>),
      ...(await keepFormerPictures(trx, id, former)),
      owner_id: null,
      owner_suspended: false,
      post_key: null,
      fingerprint: null,
      level: 'free',
      paid_until: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    },
  });
}

/** Pictures that were there before stay, as account 1's (`postForBusiness`), unless the owner removed them; their files are gone then. */
async function keepFormerPictures(trx: Transaction<DB>, id: number, former: FormerListing) {
  const [logo, photos] = [former.logo as StoredPicture | null, former.photos as StoredPicture[]];
  const ids = [...(logo ? [logo] : []), ...photos].map((picture) => picture.id);
  const kept = await trx
    .updateTable('photos')
    .set({ owner_id: FIRST_ACCOUNT_ID })
    .where('listing_id', '=', id)
    .where('is_copy', '=', false)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returning('id')
    .execute();
  const isKept = (picture: StoredPicture) => kept.some((row) => row.id === picture.id);
  await detachFiles(trx, 'photos', sql`listing_id = ${id} and id <> all(${kept.map((row) => row.id)}::bigint[])`);
  return {
    logo: logo && isKept(logo) ? JSON.stringify(logo) : null,
    photos: JSON.stringify(photos.filter(isKept)),
    // The picture is copied again for the next owner.
    image_copy: null,
    image_refused: false,
  };
}

/** Removes what an owner has besides the listing itself: who helps with it, invitations, whose branch it is, replies to reviews, receipt codes, objections. */
export async function removeOwnersTraces(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.deleteFrom('listing_members').where('listing_id', '=', id).execute();
  await trx.deleteFrom('listing_invitations').where('listing_id', '=', id).execute();
  await trx.deleteFrom('organization_branches').where('listing_id', '=', id).execute();
  await trx.deleteFrom('receipt_batches').where('listing_id', '=', id).execute();
  await trx.deleteFrom('listing_objections').where('listing_id', '=', id).where('decided_at', 'is', null).execute();
  await trx
    .updateTable('reviews')
    .set({ owner_reply: null, owner_replied_at: null, owner_reply_edited_at: null })
    .where('listing_id', '=', id)
    .where('owner_reply', 'is not', null)
    .execute();
}

/**
 * Gives back what an account claimed or was given, when the account is deleted: nobody owns the listings, and they say what they said
 * before, with the pictures and hours that they had then, the free level, and their reviews. What the owner deleted stays so.
 */
export async function releaseListings(trx: Transaction<DB>, accountId: number): Promise<void> {
  const listings = await trx
    .selectFrom('listings')
    .select('id')
    .where('owner_id', '=', accountId)
    .where('origin', '!=', 'account')
    .where('status', '!=', 'deleted')
    .orderBy('id')
    .forUpdate()
    .execute();
  // Their paid time ends with the account: it is none of the next owner's.
  await sql`
    update terms set ended_at = now()
    where listing_id = any(${listings.map(({ id }) => id)}::bigint[]) and ended_at is null and ends_at > now()`.execute(
    trx,
  );
  // Few accounts have more than one.
  for (const { id } of listings) {
    await restoreBeforeOwner(trx, { id, former: await takeBeforeOwner(trx, id) });
    await removeOwnersTraces(trx, id);
    await trx.deleteFrom('listing_versions').where('listing_id', '=', id).execute();
  }
}
