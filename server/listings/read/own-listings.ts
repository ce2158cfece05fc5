import { type Kysely, type Selectable, sql } from 'kysely';
import type { AdFormValues } from '#contract/listing-form.ts';
import type { AdPage, Level } from '#contract/listings.ts';
import { type OwnAd, type OwnAdPage, type OwnAdsQuery, ownerActSchema } from '#contract/own-listings.ts';
import type { DB, Listings } from '#server/db/schema.ts';
import { cutById, idOfCursor } from '#server/http/id-paging.ts';
import { logoOf, photosOf, publicPicture, type StoredPicture } from '#server/photos/pictures.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { ACTS, UNDELETE_DAYS } from '../lifecycle/states.ts';
import { noSuchAd } from './listings.ts';
import { publicAd, publicAdPage } from './presenter.ts';

/** A listing with what is worked out of it for its owner. */
type OwnRow = Selectable<Listings> & { shown_level: Level; expired: boolean; views: number; recent_views: number[] };

/** Matches what an owner still has: a deleted listing only while it can be brought back. */
export const isKept = sql<boolean>`(deleted_at is null
  or deleted_at > now() - make_interval(days => ${sql.lit(UNDELETE_DAYS)}))`;

/**
 * An account's own listings, newest first: those in the state that is asked for, or all that are not deleted.
 * @throws {Invalid} for a malformed cursor
 */
export async function listOwn(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  ownerId: number,
  wanted: OwnAdsQuery,
): Promise<{ ads: OwnAd[]; cursor: string | null }> {
  const { page, cursor } = cutById(await ownQuery(db, ownerId, wanted).execute(), wanted.limit);
  return { ads: page.map((row) => ownAd(row, gazetteer)), cursor };
}

/** One page of them and a row more. Exported for the test that looks at its plan. */
export function ownQuery(db: Kysely<DB>, ownerId: number, { status, cursor, limit }: OwnAdsQuery) {
  let query = ownRows(db, ownerId);
  query = status === undefined ? query.where('status', '<>', 'deleted') : query.where('status', '=', status);
  if (cursor !== undefined) query = query.where('id', '<', idOfCursor(cursor));
  return query.orderBy('id', 'desc').limit(limit + 1);
}

/** Which of an account's listings is meant. */
export interface Own {
  ownerId: number;
  /** Of the listing. */
  id: number;
}

/** @throws {NotFound} see `findOwnRow` */
export const findOwn = async (db: Kysely<DB>, gazetteer: Gazetteer, own: Own): Promise<OwnAd> =>
  ownAd(await findOwnRow(db, own), gazetteer);

/**
 * One's own listing with what its form holds.
 * @throws {NotFound} see `findOwnRow`
 */
export async function findOwnPage(db: Kysely<DB>, gazetteer: Gazetteer, own: Own): Promise<OwnAdPage> {
  const row = await findOwnRow(db, own);
  const pictures = [...(row.logo ? [row.logo] : []), ...(row.photos as unknown[])] as StoredPicture[];
  return {
    ...ownAd(row, gazetteer),
    form: formOf(row),
    pictures: pictures.map((picture) => ({ id: picture.id, ...publicPicture(picture) })),
  };
}

/**
 * One's own listing as visitors see it, or would if it were shown.
 * @throws {NotFound} see `findOwnRow`
 */
export const preview = async (db: Kysely<DB>, gazetteer: Gazetteer, own: Own): Promise<AdPage> =>
  publicAdPage(await findOwnRow(db, own), gazetteer);

/**
 * What the form of a listing holds. One that was imported need not satisfy the form, and one that has no premium level has
 * not chosen it.
 */
export function formOf(row: Selectable<Listings> & { shown_level: Level }): AdFormValues {
  const named = (picture: unknown) => {
    const { id, alt } = picture as StoredPicture;
    return { id, alt };
  };
  return {
    title: row.title,
    description: row.description,
    businessName: row.business_name,
    address: row.address ?? '',
    city: row.city,
    state: row.state,
    zipCode: row.zip,
    phone: row.phone ?? '',
    email: row.email ?? '',
    website: row.website ?? '',
    categoryId: String(row.category_id),
    locationId: String(row.location_id),
    imageUrl: row.image_url ?? '',
    premium: row.shown_level === 'premium',
    socialMedia: row.social_media as AdFormValues['socialMedia'],
    hours: row.hours as AdFormValues['hours'],
    holidayNote: row.holiday_note ?? '',
    serviceArea: row.service_area ?? '',
    languages: row.languages,
    yearFounded: row.year_founded,
    logo: row.logo === null ? null : named(row.logo),
    photos: (row.photos as unknown[]).map(named),
    headline: row.headline ?? '',
    tags: row.tags,
    faq: row.faq as AdFormValues['faq'],
    review: row.review as AdFormValues['review'],
  };
}

/**
 * The row of a listing that an account owns.
 * @throws {NotFound} when there is none, it is another's, or it was deleted too long ago to be brought back
 */
export async function findOwnRow(db: Kysely<DB>, { ownerId, id }: Own): Promise<OwnRow> {
  const row = await ownRows(db, ownerId).where('id', '=', id).executeTakeFirst();
  if (!row) throw noSuchAd();
  return row;
}

/** The level that visitors see a listing at, as `public_listings` says it, which has none that is not shown. */
export const shownLevel = sql<Level>`case when level <> 'free' and paid_until > now() then level else 'free' end`;

/** The views of the past 30 days: one for each, the oldest first. */
const recentViews = sql<number[]>`array(
  select coalesce(d.views, 0)
  from generate_series(29, 0, -1) as days_ago
  left join listing_days d on d.listing_id = listings.id
    and d.day = (now() at time zone 'America/Los_Angeles')::date - days_ago
  order by days_ago desc)`;

function ownRows(db: Kysely<DB>, ownerId: number) {
  return db
    .selectFrom('listings')
    .selectAll()
    .select([
      shownLevel.as('shown_level'),
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'),
      sql<number>`(select coalesce(sum(d.views), 0) from listing_days d where d.listing_id = listings.id)`.as('views'),
      recentViews.as('recent_views'),
    ])
    .where('owner_id', '=', ownerId)
    .where(isKept);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function ownAd(row: OwnRow, gazetteer: Gazetteer): OwnAd {
  const { title, businessName, city, category, county } = publicAd(row, gazetteer);
  const picture = photosOf(row).at(0) ?? logoOf(row);
  const deletedAt = row.deleted_at?.getTime();
  return {
    id: row.id,
    title,
    businessName,
    city: city.name,
    category,
    county,
    imageUrl: picture?.src ?? row.image_url,
    status: row.status,
    expired: row.expired,
    level: row.shown_level,
    paidUntil: row.paid_until?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    undeletableUntil: deletedAt === undefined ? null : new Date(deletedAt + UNDELETE_DAYS * DAY_MS).toISOString(),
    hiddenReason: row.hidden_reason,
    views: row.views,
    recentViews: row.recent_views,
    version: row.version,
    acts: ownerActSchema.options.filter(
      (act) =>
        (ACTS[act].from as readonly string[]).includes(row.status) && (act !== 'renew' || row.expires_at !== null),
    ),
  };
}
