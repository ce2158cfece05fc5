import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type ListingFields, listingFormSchema } from '#contract/listing-form.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { DB, Listings } from '#server/db/schema.ts';
import { Conflict, fromZodError, PaymentRequired, Unauthorized } from '#server/http/errors.ts';
import { consumeRateLimit } from '#server/http/rate-limit.ts';
import { attachPhotos } from '#server/photos/photos.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { type NoticeDeps, sendPublishedEmail } from '../lifecycle/notices.ts';
import { FREE_DAYS } from '../lifecycle/states.ts';
import { transition } from '../lifecycle/transition.ts';
import { findOwnerListing, findOwnerListingRow, type OwnerListingId, toFormValues } from '../read/owner-listings.ts';
import { CONTENT_COLUMNS, toColumns } from './classification.ts';
import { type LockedAccount, lockAccount } from './lock-account.ts';

/** What posting works with. */
export interface PostingDeps extends NoticeDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A form that was filled in. */
export interface ListingSubmission {
  ownerId: number;
  fields: ListingFields;
  /** The `Idempotency-Key` that it came with. */
  key?: string;
}

/** What became of a form; `isNew` is false where it had made its listing before. */
interface PostResult {
  ad: OwnerListing;
  isNew: boolean;
}

/** Listings that an account may make in an hour, drafts and copies among them. */
const POST_RATE_LIMIT = { limit: 60, windowSeconds: 60 * 60 };

/**
 * Publishes a free listing: a draft that is published at once. The same form sent again, with its key or within an hour,
 * is answered with the listing that it made.
 * @throws {Invalid} see `toColumns` and `attachPhotos`
 * @throws {PaymentRequired} for a premium one
 * @throws {Conflict} when the key came with another form
 * @throws {TooManyRequests} after 60 listings in an hour
 */
export async function post(parts: PostingDeps, form: ListingSubmission): Promise<PostResult> {
  if (form.fields.premium) throw new PaymentRequired('A premium listing is published when it has been paid.');
  return createOrFind(parts, form, async (trx, own, { owner, status }) => {
    if (status === 'draft') await publishDraft(trx, parts, own, owner);
  });
}

/**
 * Keeps a form as a draft, which its owner alone sees.
 * @throws as `post` does, but for premium ones
 */
export const saveDraft = (parts: PostingDeps, form: ListingSubmission): Promise<PostResult> =>
  createOrFind(parts, form, async () => {});

/**
 * Publishes a draft as a free listing.
 * @throws {Invalid} when it does not satisfy the form: one that was copied from an imported listing need not
 * @throws {NotFound} {Conflict} see `transition`
 */
export function publish(parts: PostingDeps, own: OwnerListingId): Promise<OwnerListing> {
  return parts.db.transaction().execute(async (trx) => {
    await publishDraft(trx, parts, own, await lockOwner(trx, own.ownerId));
    const { error } = listingFormSchema.safeParse(toFormValues(await findOwnerListingRow(trx, own)));
    if (error) throw fromZodError('Please fill in what is missing, then publish it.', error);
    return findOwnerListing(trx, parts.gazetteer, own);
  });
}

/**
 * Makes a draft of what a listing says, without its pictures: a picture belongs to one listing. Asked again before the copy
 * was edited, answers that.
 * @throws {NotFound} {Conflict} see `transition`
 * @throws {TooManyRequests} after 60 listings in an hour
 */
export function duplicate({ db, gazetteer }: PostingDeps, own: OwnerListingId): Promise<PostResult> {
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, own.ownerId);
    const { version } = await transition(trx, 'duplicate', { id: own.id, by: own });
    const fingerprint = createFingerprint({ copyOf: own.id, version });
    const existing = await findExisting(trx, { ownerId: own.ownerId, fingerprint });
    const copy = existing ?? (await insertCopy(trx, own, fingerprint));
    return { ad: await findOwnerListing(trx, gazetteer, { ...own, id: copy.id }), isNew: existing === undefined };
  });
}

/**
 * Finds the listing that the form has made, or makes it as a draft; then does the rest in the same transaction.
 * See docs/decisions/0021-idempotent-posting.md.
 */
export function createOrFind(
  { db, gazetteer }: PostingDeps,
  { ownerId, fields, key }: ListingSubmission,
  afterwards: (
    trx: Transaction<DB>,
    own: OwnerListingId,
    at: { owner: LockedAccount; status: CreatedListing['status'] },
  ) => Promise<unknown>,
): Promise<PostResult> {
  const columns = toColumns(gazetteer, fields);
  const { logo, photos } = fields;
  const fingerprint = createFingerprint({ columns, logo, photos });
  return db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, ownerId);
    const existing = await findExisting(trx, { ownerId, fingerprint, key });
    const listing = existing ?? (await insertDraft(trx, { ...columns, owner_id: ownerId, post_key: key, fingerprint }));
    const own = { ownerId, id: listing.id };
    if (!existing) await setPictures(trx, own, fields);
    await afterwards(trx, own, { owner, status: listing.status });
    return { ad: await findOwnerListing(trx, gazetteer, own), isNew: existing === undefined };
  });
}

/** @throws {Unauthorized} when the account is suspended or gone: its session was open when the request came in */
export async function lockOwner(trx: Transaction<DB>, accountId: number): Promise<LockedAccount> {
  const account = await lockAccount(trx, accountId);
  if (!account) throw new Unauthorized();
  return account;
}

/**
 * Gives a listing the pictures that its form names.
 * @throws {Invalid} see `attachPhotos`
 */
export async function setPictures(
  trx: Transaction<DB>,
  { ownerId, id }: OwnerListingId,
  { logo, photos }: Pick<ListingFields, 'logo' | 'photos'>,
): Promise<void> {
  const attached = await attachPhotos(trx, { ownerId, listingId: id, logo, photos });
  await trx
    .updateTable('listings')
    .set({ logo: attached.logo && JSON.stringify(attached.logo), photos: JSON.stringify(attached.photos) })
    .where('id', '=', id)
    .execute();
}

/** What tells two forms apart: all that they say, but for whether the listing is to be paid for. */
const createFingerprint = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest();

type CreatedListing = Pick<Selectable<Listings>, 'id' | 'status'>;

/**
 * The listing that was made from the same form: with the same key, or lately and not changed since.
 * @throws {Conflict} when the key came with another form
 */
async function findExisting(
  trx: Transaction<DB>,
  { ownerId, fingerprint, key = null }: { ownerId: number; fingerprint: Buffer; key?: string | null },
): Promise<CreatedListing | undefined> {
  const { rows } = await sql<CreatedListing & { isAnother: boolean }>`
    select id, status, fingerprint is distinct from ${fingerprint} as "isAnother"
    from listings
    where owner_id = ${ownerId} and (post_key = ${key} or (fingerprint = ${fingerprint}
      and version = 1 and status <> 'deleted' and created_at > now() - interval '1 hour'))
    order by post_key = ${key} desc nulls last, id desc
    limit 1`.execute(trx);
  if (rows[0]?.isAnother) throw new Conflict('This Idempotency-Key was sent with another listing.');
  return rows[0];
}

async function insertDraft(trx: Transaction<DB>, columns: Insertable<Listings>): Promise<CreatedListing> {
  await consumeRateLimit(trx, `post:${columns.owner_id}`, POST_RATE_LIMIT);
  return trx
    .insertInto('listings')
    .values({ ...columns, status: 'draft' })
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
}

const COPIED_COLUMNS = sql.raw(CONTENT_COLUMNS.join(', '));

async function insertCopy(
  trx: Transaction<DB>,
  { ownerId, id }: OwnerListingId,
  fingerprint: Buffer,
): Promise<CreatedListing> {
  await consumeRateLimit(trx, `post:${ownerId}`, POST_RATE_LIMIT);
  const { rows } = await sql<CreatedListing>`
    insert into listings (owner_id, status, fingerprint, ${COPIED_COLUMNS})
    select owner_id, 'draft', ${fingerprint}, ${COPIED_COLUMNS} from listings where id = ${id}
    returning id, status`.execute(trx);
  return rows[0] as CreatedListing;
}

/** Shows a draft to everyone from now on, and writes that to its owner: it counts as new, and its time begins. */
async function publishDraft(trx: Transaction<DB>, parts: NoticeDeps, own: OwnerListingId, owner: LockedAccount) {
  const listing = await transition(trx, 'publish', {
    id: own.id,
    by: own,
    set: { created_at: sql`now()`, updated_at: sql`now()`, expires_at: FREE_TERM_END },
  });
  await sendPublishedEmail(trx, parts, { listing, owner });
}

/** When a free listing that is shown from now on ends. */
export const FREE_TERM_END = sql<Date>`now() + make_interval(days => ${sql.lit(FREE_DAYS)})`;
