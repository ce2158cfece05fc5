import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type AdFields, adFormSchema } from '#contract/listing-form.ts';
import type { OwnAd } from '#contract/own-listings.ts';
import type { DB, Listings } from '#server/db/schema.ts';
import { Conflict, misfit, PaymentRequired, Unauthorized } from '#server/http/errors.ts';
import { spend } from '#server/http/limits.ts';
import { attachPhotos } from '#server/photos/photos.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { mailPosted, type NoticeParts } from '../lifecycle/notices.ts';
import { FREE_DAYS } from '../lifecycle/states.ts';
import { transition } from '../lifecycle/transition.ts';
import { findOwn, findOwnRow, formOf, type Own } from '../read/own-listings.ts';
import { columnsOf } from './classification.ts';
import { type LockedAccount, lockAccount } from './lock-account.ts';

/** What posting works with. */
export interface PostingParts extends NoticeParts {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A form that was filled in. */
interface Form {
  ownerId: number;
  fields: AdFields;
  /** The `Idempotency-Key` that it came with. */
  key?: string;
}

/** What became of a form; `isNew` is false where it had made its listing before. */
interface Posted {
  ad: OwnAd;
  isNew: boolean;
}

/** Listings that an account may make in an hour, drafts and copies among them. */
const POSTS = { most: 60, seconds: 60 * 60 };

/**
 * Publishes a free listing: a draft that is published at once. The same form sent again, with its key or within an hour,
 * is answered with the listing that it made.
 * @throws {Invalid} see `columnsOf` and `attachPhotos`
 * @throws {PaymentRequired} for a premium one
 * @throws {Conflict} when the key came with another form
 * @throws {TooMany} after 60 listings in an hour
 */
export async function post(parts: PostingParts, form: Form): Promise<Posted> {
  if (form.fields.premium) throw new PaymentRequired('A premium listing is published when it has been paid.');
  return keep(parts, form, async (trx, own, { owner, status }) => {
    if (status === 'draft') await show(trx, parts, own, owner);
  });
}

/**
 * Keeps a form as a draft, which its owner alone sees.
 * @throws as `post` does, but for premium ones
 */
export const saveDraft = (parts: PostingParts, form: Form): Promise<Posted> => keep(parts, form, async () => {});

/**
 * Publishes a draft as a free listing.
 * @throws {Invalid} when it does not satisfy the form: one that was copied from an imported listing need not
 * @throws {NotFound} {Conflict} see `transition`
 */
export function publish(parts: PostingParts, own: Own): Promise<OwnAd> {
  return parts.db.transaction().execute(async (trx) => {
    await show(trx, parts, own, await lockOwner(trx, own.ownerId));
    const { error } = adFormSchema.safeParse(formOf(await findOwnRow(trx, own)));
    if (error) throw misfit('Please fill in what is missing, then publish it.', error);
    return findOwn(trx, parts.gazetteer, own);
  });
}

/**
 * Makes a draft of what a listing says, without its pictures: a picture belongs to one listing. Asked again before the copy
 * was edited, answers that.
 * @throws {NotFound} {Conflict} see `transition`
 * @throws {TooMany} after 60 listings in an hour
 */
export function duplicate({ db, gazetteer }: PostingParts, own: Own): Promise<Posted> {
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, own.ownerId);
    const { version } = await transition(trx, 'duplicate', { id: own.id, by: own });
    const fingerprint = fingerprintOf({ copyOf: own.id, version });
    const made = await findMade(trx, { ownerId: own.ownerId, fingerprint });
    const copy = made ?? (await makeCopy(trx, own, fingerprint));
    return { ad: await findOwn(trx, gazetteer, { ...own, id: copy.id }), isNew: made === undefined };
  });
}

/** Finds the listing that the form has made, or makes it as a draft; then does the rest in the same transaction. */
export function keep(
  { db, gazetteer }: PostingParts,
  { ownerId, fields, key }: Form,
  rest: (trx: Transaction<DB>, own: Own, at: { owner: LockedAccount; status: Made['status'] }) => Promise<unknown>,
): Promise<Posted> {
  const columns = columnsOf(gazetteer, fields);
  const { logo, photos } = fields;
  const fingerprint = fingerprintOf({ columns, logo, photos });
  return db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, ownerId);
    const made = await findMade(trx, { ownerId, fingerprint, key });
    const listing = made ?? (await make(trx, { ...columns, owner_id: ownerId, post_key: key, fingerprint }));
    const own = { ownerId, id: listing.id };
    if (!made) await setPictures(trx, own, fields);
    await rest(trx, own, { owner, status: listing.status });
    return { ad: await findOwn(trx, gazetteer, own), isNew: made === undefined };
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
  { ownerId, id }: Own,
  { logo, photos }: Pick<AdFields, 'logo' | 'photos'>,
): Promise<void> {
  const kept = await attachPhotos(trx, { ownerId, listingId: id, logo, photos });
  await trx
    .updateTable('listings')
    .set({ logo: kept.logo && JSON.stringify(kept.logo), photos: JSON.stringify(kept.photos) })
    .where('id', '=', id)
    .execute();
}

/** What tells two forms apart: all that they say, but for whether the listing is to be paid for. */
const fingerprintOf = (said: object) => createHash('sha256').update(JSON.stringify(said)).digest();

type Made = Pick<Selectable<Listings>, 'id' | 'status'>;

/**
 * The listing that was made from the same form: with the same key, or lately and not changed since.
 * @throws {Conflict} when the key came with another form
 */
async function findMade(
  trx: Transaction<DB>,
  { ownerId, fingerprint, key = null }: { ownerId: number; fingerprint: Buffer; key?: string | null },
): Promise<Made | undefined> {
  const { rows } = await sql<Made & { isAnother: boolean }>`
    select id, status, fingerprint is distinct from ${fingerprint} as "isAnother"
    from listings
    where owner_id = ${ownerId} and (post_key = ${key} or (fingerprint = ${fingerprint}
      and version = 1 and status <> 'deleted' and created_at > now() - interval '1 hour'))
    order by post_key = ${key} desc nulls last, id desc
    limit 1`.execute(trx);
  if (rows[0]?.isAnother) throw new Conflict('This Idempotency-Key was sent with another listing.');
  return rows[0];
}

async function make(trx: Transaction<DB>, columns: Insertable<Listings>): Promise<Made> {
  await spend(trx, `post:${columns.owner_id}`, POSTS);
  return trx
    .insertInto('listings')
    .values({ ...columns, status: 'draft' })
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
}

// What a form says, pictures apart.
const CONTENT = sql.raw(`title, description, business_name, address, city, state, zip, phone, email, website, image_url,
  place_id, county_id, location_id, category_id, top_category_id, lat, lng, social_media, hours, holiday_note,
  service_area, languages, year_founded, headline, tags, faq, review`);

async function makeCopy(trx: Transaction<DB>, { ownerId, id }: Own, fingerprint: Buffer): Promise<Made> {
  await spend(trx, `post:${ownerId}`, POSTS);
  const { rows } = await sql<Made>`
    insert into listings (owner_id, status, fingerprint, ${CONTENT})
    select owner_id, 'draft', ${fingerprint}, ${CONTENT} from listings where id = ${id}
    returning id, status`.execute(trx);
  return rows[0] as Made;
}

/** Shows a draft to everyone from now on, and writes that to its owner: it counts as new, and its time begins. */
async function show(trx: Transaction<DB>, parts: NoticeParts, own: Own, owner: LockedAccount) {
  const listing = await transition(trx, 'publish', {
    id: own.id,
    by: own,
    set: { created_at: sql`now()`, updated_at: sql`now()`, expires_at: FREE_TERM_END },
  });
  await mailPosted(trx, parts, { listing, owner });
}

/** When a free listing that is shown from now on ends. */
export const FREE_TERM_END = sql<Date>`now() + make_interval(days => ${sql.lit(FREE_DAYS)})`;
