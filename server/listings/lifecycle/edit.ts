import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql, type Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { ListingFields, listingEditSchema } from '#contract/listing-form.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import type { z } from '#contract/zod.ts';
import { refuseReservedNames } from '#server/accounts/names/reserved-names.ts';
import { findMissingLicense } from '#server/licenses/required-license.ts';
import { hasFactOrigins, markEditedFacts, toSourcedListing } from '#server/listings/facts.ts';
import { toChosenNames, toColumns } from '#server/listings/fields.ts';
import { findOwnerListingPage, toFormValues } from '#server/listings/read/owner-listing-page.ts';
import type { OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { setPictures } from '#server/listings/write/listing-pictures.ts';
import { setPoint } from '#server/listings/write/locate.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { recordExceptions } from '#server/listings/write/shared-exceptions.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { transition } from './transition.ts';

/**
 * Changes the content of a listing. The lists of its old and new places and categories are invalidated.
 * See docs/decisions/0022-drafts-are-listings-and-edits-have-versions.md.
 * @param fields.version of the listing that the edit began from
 * @throws {Invalid} see `toColumns`, `attachPhotos` and `findMissingLicense`
 * @throws {NotFound} see `transition`
 * @throws {Conflict} when it was edited meanwhile, or is deleted
 */
export function edit(
  deps: PostingDeps,
  own: OwnerListingId,
  form: z.output<typeof listingEditSchema>,
): Promise<OwnerListingPage> {
  return deps.db.transaction().execute(async (trx) => {
    const { before, edited } = await applyEdit(trx, deps, own, form);
    if (before) await recordExceptions(trx, own.id, findChanged(before, edited));
    return findOwnerListingPage(trx, deps.gazetteer, own);
  });
}

/** The fields of the form that an edit changed, with their values as JSON has them. */
function findChanged(before: Selectable<Listings>, edited: Selectable<Listings>): Record<string, unknown> {
  const [old, now] = [before, edited].map((row) => toJson(toFormValues({ ...row, shown_level: 'free' })));
  return Object.fromEntries(
    Object.entries(now ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, old?.[name])),
  );
}

const toJson = (form: object): Record<string, unknown> => JSON.parse(JSON.stringify(form));

/**
 * Does what `edit` does, in a transaction of the caller, but makes nothing an exception of a branch (`recordExceptions`).
 * @throws as `edit` does
 */
export async function applyEdit(
  trx: Transaction<DB>,
  { gazetteer, imageCopies, settings, site }: Omit<PostingDeps, 'db'>,
  own: OwnerListingId,
  { version, ...fields }: ListingFields & { version: number },
): Promise<{ before: Selectable<Listings> | undefined; edited: Selectable<Listings> }> {
  const columns = toColumns(gazetteer, fields);
  const { accountId, role } = own.member ?? { accountId: own.ownerId, role: 'owner' };
  await describeChange(trx, { kind: 'edit', accountId, role });
  const [before] = await writeAndInvalidate(
    trx,
    sql`select * from listings where id = ${own.id} and owner_id = ${own.ownerId} for update`,
  );
  await refuseReservedNames(trx, site, toChosenNames(fields, accountId, before));
  const wordsBefore = await findApprovalWords(trx, own.id);
  // What the listing lacked before does not keep its owner from changing other things.
  const toCategoryIds = (row: Pick<Selectable<Listings>, 'category_id' | 'more_category_ids'>) =>
    [row.category_id, ...row.more_category_ids].join();
  const hadIt = before?.license_number !== null || toCategoryIds(before) !== toCategoryIds(columns);
  const missing = hadIt && before?.status !== 'draft' ? findMissingLicense({ gazetteer, settings }, columns) : null;
  if (missing) throw missing;
  const located = before ? keepPoint(gazetteer, columns, before) : columns;
  // A picture that could not be copied is tried again.
  const isCopied =
    before?.image_url === columns.image_url && (columns.image_url === null || before.image_copy !== null);
  const copy = isCopied ? {} : { image_copy: null, image_refused: false };
  const edited = await transition(trx, 'edit', {
    id: own.id,
    by: own,
    set: { ...located, ...copy, version: sql`version + 1`, updated_at: sql`now()` },
  });
  if (edited.version !== version + 1) throw new Conflict(EDIT_CONFLICT);
  if (before) await recordEditedFacts(trx, 'owner', before, edited);
  await setPictures(trx, { ...own, uploaderId: accountId }, fields);
  if (!isCopied) await imageCopies.replace(trx, own, columns.image_url);
  await reviewEdit(trx, edited, wordsBefore);
  return { before, edited };
}

/** A live listing waits for approval when an edit adds a word of the list. */
async function reviewEdit(trx: Transaction<DB>, { id, status }: Selectable<Listings>, wordsBefore: string[]) {
  if (status !== 'active') return;
  const isAdded = (await findApprovalWords(trx, id)).some((word) => !wordsBefore.includes(word));
  if (isAdded) await transition(trx, 'review', { id, by: 'program' });
}

async function findApprovalWords(trx: Transaction<DB>, id: number): Promise<string[]> {
  const { rows } = await sql<{
    words: string[];
  }>`select approval_words(l) as words from listings l where id = ${id}`.execute(trx);
  return rows[0]?.words ?? [];
}

/** No import overrules what the owner or the staff has changed of an imported listing. */
export async function recordEditedFacts(
  trx: Transaction<DB>,
  by: 'owner' | 'administrator',
  before: Selectable<Listings>,
  edited: Selectable<Listings>,
) {
  if (!hasFactOrigins(before)) return;
  const facts = markEditedFacts(toSourcedListing(before), edited, { by, date: new Date().toISOString().slice(0, 7) });
  await trx
    .updateTable('listings')
    .set({ facts: JSON.stringify(facts) })
    .where('id', '=', before.id)
    .execute();
}

/** The edited columns with the former point, if that was not a pin and the address is the same. */
export function keepPoint(
  gazetteer: Gazetteer,
  columns: ReturnType<typeof toColumns>,
  { address, zip, lat, lng, point_source: source }: Selectable<Listings>,
): ReturnType<typeof toColumns> {
  const isSameAddress = zip === columns.zip && address === columns.address;
  if (columns.lat !== null || !isSameAddress || source === 'owner' || lat === null || lng === null) return columns;
  return setPoint(gazetteer, columns, { lat, lng, source });
}

const EDIT_CONFLICT = defineMessage('This listing was changed somewhere else. Reload to see the latest version.');
