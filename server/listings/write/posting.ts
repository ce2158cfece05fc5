import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { refuseReservedNames } from '#server/accounts/names/reserved-names.ts';
import { findMissingLicense, type LicenseRules } from '#server/licenses/required-license.ts';
import { publishedEmail, waitingEmail } from '#server/listings/emails.ts';
import { toChosenNames, toColumns } from '#server/listings/fields.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { FREE_DAYS } from '#server/listings/lifecycle/states.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { findOwnerListing, type OwnerListingId, presentNewListing } from '#server/listings/read/owner-listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Accounts, DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict, PaymentRequired, Unauthorized } from '#server/platform/http/errors.ts';
import { consumeOnCommit } from '#server/platform/http/rate-limit.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import type { ImageCopies } from './image-copies.ts';
import { setPictures } from './listing-pictures.ts';

/** The dependencies of posting. */
export interface PostingDeps extends NoticeDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
  imageCopies: ImageCopies;
  settings: Pick<SettingValues, 'listingsPerHour' | 'licenseRequired'>;
}

/** A submitted form. */
export interface ListingSubmission {
  ownerId: number;
  fields: ListingFields;
  /** The `Idempotency-Key` of the request. */
  idempotencyKey?: string;
}

/** The result of a form; `isNew` is false where an earlier request had created the listing. */
export interface PostResult {
  ad: OwnerListing;
  isNew: boolean;
}

/**
 * Counts a listing that an account creates: also a draft, a copy, and one for a business.
 * @throws {TooManyRequests} after the listings that the settings allow in an hour
 */
export const consumePosting = (
  trx: Transaction<DB>,
  { listingsPerHour }: PostingDeps['settings'],
  accountId: number,
): Promise<void> => consumeOnCommit(trx, `post:${accountId}`, { limit: listingsPerHour, windowSeconds: 60 * 60 });

/**
 * Publishes a free listing: a draft that is published immediately. A repeated form, with the same key or within an hour,
 * returns the listing that it created.
 * @throws {Invalid} see `toColumns` and `attachPhotos`
 * @throws {PaymentRequired} for a premium listing
 * @throws {Conflict} when the key was used with another form
 * @throws {TooManyRequests} see `consumePosting`
 */
export async function post(deps: PostingDeps, form: ListingSubmission): Promise<PostResult> {
  if (form.fields.premium) throw new PaymentRequired(t('A premium listing goes live when you’ve paid for it.'));
  return createOrFind(deps, form, async (trx, own, { owner, status }) => {
    if (status === 'draft') return publishDraft(trx, deps, own, owner);
  });
}

/**
 * Finds the listing that the form has made, or makes it as a draft; then does the rest in the same transaction.
 * See docs/decisions/0021-idempotent-posting.md.
 * @param afterwards returns the row of a free listing if it wrote it: a new one is not read again
 */
export function createOrFind(
  { db, gazetteer, imageCopies, settings, site }: PostingDeps,
  { ownerId, fields, idempotencyKey }: ListingSubmission,
  afterwards: (
    trx: Transaction<DB>,
    own: OwnerListingId,
    at: { owner: LockedAccount; status: CreatedListing['status'] },
  ) => Promise<Selectable<Listings> | undefined>,
): Promise<PostResult> {
  const columns = toColumns(gazetteer, fields);
  const { logo, photos } = fields;
  const fingerprint = createFingerprint({ columns, logo, photos });
  return db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, ownerId);
    await refuseReservedNames(trx, site, toChosenNames(fields, ownerId));
    const existing = await findExisting(trx, { ownerId, fingerprint, idempotencyKey });
    const listing =
      existing ??
      (await insertDraft(trx, settings, { ...columns, owner_id: ownerId, post_key: idempotencyKey, fingerprint }));
    const own = { ownerId, id: listing.id };
    if (!existing && columns.image_url !== null) await imageCopies.queue(trx, own);
    if (!existing && (logo || photos.length > 0)) await setPictures(trx, own, fields);
    const row = await afterwards(trx, own, { owner, status: listing.status });
    // It was typed, and is posted.
    if (!existing) await trx.deleteFrom('posting_drafts').where('account_id', '=', ownerId).execute();
    if (row && !existing) return { ad: presentNewListing(row, gazetteer), isNew: true };
    return { ad: await findOwnerListing(trx, gazetteer, own), isNew: existing === undefined };
  });
}

/** @throws {Unauthorized} when the account was suspended or deleted after its session was checked */
export async function lockOwner(trx: Transaction<DB>, accountId: number): Promise<LockedAccount> {
  const account = await lockAccount(trx, accountId);
  if (!account) throw new Unauthorized();
  return account;
}

export type LockedAccount = Pick<Selectable<Accounts>, 'username' | 'email' | 'email_confirmed_at' | 'language'>;

/**
 * Locks an active account until the transaction ends: it cannot be suspended or deleted, and its listings are created one at a
 * time. To avoid deadlocks, accounts are locked first, then listings, then claims.
 * @returns undefined when the account is suspended or does not exist
 */
export const lockAccount = (trx: Transaction<DB>, id: number): Promise<LockedAccount | undefined> =>
  trx
    .selectFrom('accounts')
    .select(['username', 'email', 'email_confirmed_at', 'language'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** A hash of a form's content, which does not depend on whether the listing is paid for. */
export const createFingerprint = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest();

export type CreatedListing = Pick<Selectable<Listings>, 'id' | 'status'>;

/**
 * The listing that was created from the same form: with the same key, or within the past hour and not changed since.
 * @throws {Conflict} when the key was used with another form
 */
export async function findExisting(
  trx: Transaction<DB>,
  {
    ownerId,
    fingerprint,
    idempotencyKey = null,
  }: { ownerId: number; fingerprint: Buffer; idempotencyKey?: string | null },
): Promise<CreatedListing | undefined> {
  const { rows } = await sql<CreatedListing & { isAnother: boolean }>`
    select id, status, fingerprint is distinct from ${fingerprint} as "isAnother"
    from listings
    where owner_id = ${ownerId} and (post_key = ${idempotencyKey} or (fingerprint = ${fingerprint}
      and version = 1 and status <> 'deleted' and created_at > now() - interval '1 hour'))
    order by post_key = ${idempotencyKey} desc nulls last, id desc
    limit 1`.execute(trx);
  if (rows[0]?.isAnother) throw new Conflict(t('This Idempotency-Key was already used for another listing.'));
  return rows[0];
}

async function insertDraft(
  trx: Transaction<DB>,
  settings: PostingDeps['settings'],
  columns: Insertable<Listings> & { owner_id: number },
): Promise<CreatedListing> {
  await consumePosting(trx, settings, columns.owner_id);
  return trx
    .insertInto('listings')
    .values({ ...columns, status: 'draft' })
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
}

/**
 * Publishes a draft and notifies its owner; returns its row. Its creation date and its term begin now.
 * @throws {Invalid} see `findMissingLicense`
 */
export async function publishDraft(
  trx: Transaction<DB>,
  deps: NoticeDeps & LicenseRules,
  own: OwnerListingId,
  owner: LockedAccount,
): Promise<Selectable<Listings>> {
  const listing = await transition(trx, 'publish', {
    id: own.id,
    by: own,
    set: { created_at: sql`now()`, updated_at: sql`now()`, expires_at: FREE_TERM_END },
  });
  const missing = findMissingLicense(deps, listing);
  if (missing) throw missing;
  const { jobs, site } = deps;
  const { email, email_confirmed_at, language } = owner;
  const toEmail = listing.status === 'waiting' ? waitingEmail : publishedEmail;
  if (email !== null)
    await jobs.enqueueEmail(
      trx,
      writeEmail(language, () => toEmail(site, listing, { email, email_confirmed_at })),
    );
  return listing;
}

/** The end of a free listing that is published now. */
export const FREE_TERM_END = sql<Date>`now() + make_interval(days => ${sql.lit(FREE_DAYS)})`;
