import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Correction } from '#contract/admin/corrections.ts';
import { LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { LISTING_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { correct, type StaffEdit, type StaffEditResult } from '#server/listings/versions/correction.ts';
import { restoreVersion } from '#server/listings/versions/restore.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { getCategoryName, getLocationName } from '#server/places/places.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { type FieldChange, listingChangedEmail } from './change-emails.ts';

/**
 * Corrects a listing, adds an entry to the audit log, and emails its owner what was changed and why.
 * @throws see `correct`
 */
export const correctListing = (deps: PostingDeps, edit: StaffEdit & Pick<Correction, 'changes'>): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const result = await correct(trx, deps, edit);
    await recordAndNotify(trx, deps, 'listing-edited', edit, result);
  });

/**
 * Restores a version of a listing, adds an entry to the audit log, and emails its owner.
 * @throws see `restoreVersion`
 */
export const restoreListing = (deps: PostingDeps, edit: StaffEdit & { number: number }): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const result = await restoreVersion(trx, deps, edit);
    await recordAndNotify(trx, deps, 'listing-restored', edit, result);
  });

async function recordAndNotify(
  trx: Transaction<DB>,
  { gazetteer, jobs, site }: PostingDeps,
  kind: 'listing-edited' | 'listing-restored',
  { id, by, reason, revision, number = revision }: StaffEdit & { number?: number },
  { before, after }: StaffEditResult,
) {
  // The versions that are undone are those after `number`, up to the new one.
  const permit = await authorizeDecision(trx, { kind, by: by.accountId, listings: [id], ref: number });
  await invalidate(trx, [SEARCH_KEY]);
  const owner = await findOwner(trx, after.owner_id);
  await recordDecision(trx, permit, {
    kind,
    reason,
    listingId: id,
    accountId: owner?.id ?? null,
    username: owner?.username ?? null,
  });
  const to = owner?.email;
  if (!to) return;
  // Pictures are written after the other fields.
  const stored = await trx.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const facts = { listing: before, reason };
  await jobs.enqueueEmail(
    trx,
    writeEmail(owner.language, () => {
      const changes = toFieldChanges(gazetteer, before, stored);
      return listingChangedEmail(site, { ...owner, email: to }, { ...facts, changes });
    }),
  );
}

/** The owner of a listing, as far as emails need it. */
export const findOwner = async (db: Kysely<DB>, id: number | null) =>
  id === null
    ? undefined
    : db
        .selectFrom('accounts')
        .select(['id', 'username', 'email', 'email_confirmed_at', 'language'])
        .where('id', '=', id)
        .executeTakeFirst();

/** The fields of the form in which a listing differs, those of one line as text. */
function toFieldChanges(
  { categories, locations }: Gazetteer,
  before: Selectable<Listings>,
  after: Selectable<Listings>,
): FieldChange[] {
  const [former, current] = [before, after].map((row) => toFormValues({ ...row, shown_level: 'free' }));
  if (!former || !current) return [];
  const toText = (name: keyof typeof former, form: typeof former): string | null => {
    const value = form[name];
    if (name === 'language') return LANGUAGE_NAMES[form.language];
    if (name === 'categoryId') {
      const category = categories.byId.get(Number(value));
      return category ? getCategoryName(category) : '';
    }
    if (name === 'locationId') {
      const location = locations.byId.get(Number(value));
      return location ? getLocationName(location) : '';
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  return LISTING_FIELD_NAMES.filter((name) => !isDeepStrictEqual(former[name], current[name])).map((name) => ({
    name,
    before: toText(name, former),
    after: toText(name, current),
  }));
}
