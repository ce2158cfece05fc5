import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Correction, ListingChanges } from '#contract/admin/corrections.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import { toColumns, withoutFirstCategory } from '#server/listings/fields.ts';
import { keepPoint, recordEditedFacts } from '#server/listings/lifecycle/edit.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { setPictures } from '#server/listings/write/listing-pictures.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import type { StaffMember } from '#server/platform/http/permissions.ts';
import { FIRST_ACCOUNT_ID } from '#server/platform/http/staff-role.ts';
import { describeChange } from './describe-change.ts';
import { findRevision } from './versions.ts';

/** Which listing the staff changes, from which revision on, and why. */
export interface StaffEdit {
  /** The id of the listing. */
  id: number;
  by: StaffMember;
  reason: string;
  /** The number of its newest version when the edit began. */
  revision: number;
}

/** A listing before and after a change by the staff. */
export interface StaffEditResult {
  before: Selectable<Listings>;
  after: Selectable<Listings>;
}

type CorrectionDeps = Pick<PostingDeps, 'gazetteer' | 'imageCopies'>;

/**
 * Changes some fields of a listing; all others stay as they are, also where the form would refuse them, as it does with an imported
 * listing that has no email. No import overrules what was changed.
 * @throws {NotFound} when the listing does not exist
 * @throws {Conflict} when it was changed since the revision, by anybody, or is a draft or deleted
 * @throws {Invalid} see `toColumns` and `attachPhotos`, or when nothing is changed
 */
export async function correct(
  trx: Transaction<DB>,
  { gazetteer, imageCopies }: CorrectionDeps,
  { changes, ...edit }: StaffEdit & Pick<Correction, 'changes'>,
): Promise<StaffEditResult> {
  const before = await lockRevision(trx, edit);
  const names = Object.keys(changes).filter((name) => changes[name as keyof ListingChanges] !== undefined);
  if (names.length === 0) throw new Invalid(t('Nothing was changed.'));
  const stored = toFormValues({ ...before, shown_level: before.level }) as ListingFields;
  const fields = { ...stored, tagIds: [], ...changes } as ListingFields;
  if (changes.moreCategoryIds === undefined) fields.moreCategoryIds = withoutFirstCategory(fields);
  // A number that nobody can dial stays too, where it is not what is changed.
  const typed = toColumns(gazetteer, { ...fields, phone: changes.phone ?? '' });
  const located =
    names.some((name) => name === 'pin') && fields.pin === null ? typed : keepPoint(gazetteer, typed, before);
  const columns = names.flatMap((name) => COLUMNS[name as ListingFieldName] ?? []);
  const set = Object.fromEntries(columns.map((column) => [column, located[column as keyof typeof located]]));
  await describeChange(trx, { kind: 'edit', ...edit.by, reason: edit.reason });
  const after = await write(trx, imageCopies, edit, before, set);
  if (changes.logo !== undefined || changes.photos !== undefined) await setStaffPictures(trx, edit, before, fields);
  return { before, after };
}

/**
 * Locks a listing for a change by the staff.
 * @throws {NotFound} when it does not exist
 * @throws {Conflict} when it was changed since the revision
 */
export async function lockRevision(
  trx: Transaction<DB>,
  { id, revision }: Pick<StaffEdit, 'id' | 'revision'>,
): Promise<Selectable<Listings>> {
  // The surrogate keys of its former place and category too.
  const [before] = await writeAndInvalidate(trx, sql`select * from listings where id = ${id} for update`);
  if (!before) throw listingNotFound();
  if ((await findRevision(trx, id)) !== revision) throw new Conflict(CHANGED_MEANWHILE);
  return before;
}

const CHANGED_MEANWHILE = defineMessage('This listing was changed meanwhile. Reload to see the latest version.');

/** Writes columns, as a new version that an owner's edit of the version before does not overwrite. */
export async function write(
  trx: Transaction<DB>,
  imageCopies: CorrectionDeps['imageCopies'],
  { id, by }: Pick<StaffEdit, 'id' | 'by'>,
  before: Selectable<Listings>,
  set: Record<string, unknown>,
): Promise<Selectable<Listings>> {
  const hasNewImage = 'image_url' in set && set.image_url !== before.image_url;
  const after = await transition(trx, 'correct', {
    id,
    by: 'administrator',
    set: {
      ...(set as UpdateObject<DB, 'listings'>),
      ...(hasNewImage && { image_copy: null, image_refused: false }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    },
  });
  await recordEditedFacts(trx, 'administrator', before, after);
  if (hasNewImage) await imageCopies.replace(trx, { id, ownerId: by.accountId }, set.image_url as string | null);
  return after;
}

async function setStaffPictures(
  trx: Transaction<DB>,
  { id, by }: StaffEdit,
  { owner_id, origin }: Selectable<Listings>,
  fields: Pick<ListingFields, 'logo' | 'photos'>,
) {
  // Those of a listing that the staff posted belong to account 1 (`postForBusiness`).
  const ownerId = origin === 'staff' ? (owner_id ?? FIRST_ACCOUNT_ID) : owner_id;
  if (ownerId === null)
    throw new Invalid(t('Photos need an owner.'), [
      { path: fields.logo ? 'logo' : 'photos', message: t('A listing without an owner has no photos') },
    ]);
  await setPictures(trx, { id, ownerId, uploaderId: by.accountId }, fields);
}

const PLACE_COLUMNS = ['city', 'zip', 'place_id', 'county_id'];
const POINT_COLUMNS = ['place_id', 'county_id', 'lat', 'lng', 'point_source'];

/** The columns that each field decides, and those that follow from it. */
const COLUMNS: { [Name in ListingFieldName]?: string[] } = {
  ...Object.fromEntries(
    Object.entries(LISTING_FIELDS).flatMap(([name, field]) => ('column' in field ? [[name, [field.column]]] : [])),
  ),
  language: ['language', 'translations'],
  address: ['address', ...POINT_COLUMNS],
  city: PLACE_COLUMNS,
  zipCode: [...PLACE_COLUMNS, ...POINT_COLUMNS],
  pin: POINT_COLUMNS,
  categoryId: ['category_id', 'top_category_id', 'more_category_ids'],
  locationId: ['location_id'],
};
