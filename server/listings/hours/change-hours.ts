import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { ChangedHours, ListingHours } from '#contract/hours/hours-change.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import { applyEdit } from '#server/listings/lifecycle/edit.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { findOwnerListingRow, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { recordExceptions } from '#server/listings/write/shared-exceptions.ts';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * Changes the hours of a listing and nothing else, by the edit of the whole form. Hours that are the same already are no edit.
 * @param toChanged the hours that the listing gets, of those that it has
 * @throws {NotFound} when the account does not own it
 * @throws {Conflict} when it is deleted
 */
export async function changeHours(
  trx: Transaction<DB>,
  deps: Omit<PostingDeps, 'db'>,
  own: OwnerListingId,
  toChanged: (hours: ListingHours) => ListingHours,
): Promise<ChangedHours> {
  await sql`select from listings where id = ${own.id} for update`.execute(trx);
  const row = await findOwnerListingRow(trx, own);
  const form = toFormValues(row);
  const before: ListingHours = { hours: form.hours, specialHours: form.specialHours };
  const after = toChanged(before);
  if (isDeepStrictEqual(before, after)) return { ...before, version: row.version };
  // What the listing lacked before does not keep its owner from changing its hours, so the rest is not validated again.
  const fields = { tagIds: [], ...form, ...after } as unknown as ListingFields;
  const { edited } = await applyEdit(trx, deps, own, { ...fields, version: row.version });
  await recordExceptions(trx, own.id, { ...after });
  return { ...after, version: edited.version };
}
