import { type Kysely, type Selectable, sql } from 'kysely';
import type { Level } from '#contract/listings.ts';
import { type ListingStatus, type OwnerListing, ownerActionSchema } from '#contract/owner-listings.ts';
import { ACTION_RIGHTS, hasRight, type ListingRole, type MemberRole } from '#contract/ownership/members.ts';
import { TRANSITIONS, UNDELETE_DAYS } from '#server/listings/lifecycle/states.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import type { CardRow } from './columns.ts';
import { listingNotFound } from './listings.ts';
import { presentListing, toImageUrl, toPicture } from './presenter.ts';

/** A listing with computed columns for its owner. */
export type OwnerListingRow = Selectable<Listings> & {
  shown_level: Level;
  expired: boolean;
  views: number;
  recent_views: number[];
} & Pick<CardRow, 'rating_average' | 'rating_count' | 'answer_minutes'>;

/** Matches the listings that an owner sees: a deleted one only while it can be restored. */
export const isNotPurged = sql<boolean>`(deleted_at is null
  or deleted_at > now() - make_interval(days => ${sql.lit(UNDELETE_DAYS)}))`;

/** The id of a listing and of the account that must own it. */
export interface OwnerListingId {
  ownerId: number;
  /** The id of the listing. */
  id: number;
  /** Who acts in the owner's place (`requireListing`). */
  member?: { accountId: number; role: MemberRole };
}

/** @throws {NotFound} see `findOwnerListingRow` */
export const findOwnerListing = async (
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  own: OwnerListingId,
): Promise<OwnerListing> => presentOwnerListing(await findOwnerListingRow(db, own), gazetteer, own.member?.role);

/**
 * The row of a listing that an account owns.
 * @throws {NotFound} when there is none, it is another's, or it was deleted too long ago to be brought back
 */
export async function findOwnerListingRow(db: Kysely<DB>, { ownerId, id }: OwnerListingId): Promise<OwnerListingRow> {
  const row = await ownerListingRows(db, ownerId).where('id', '=', id).executeTakeFirst();
  if (!row) throw listingNotFound();
  return row;
}

/** The level at which visitors see a listing: the rule of `public_listings`, for listings that are not public too. */
export const shownLevel = sql<Level>`case when level <> 'free' and paid_until > now() then level else 'free' end`;

/** The views of the last minutes that are not in the daily totals yet: the aggregation runs every minute. */
const pendingViews = sql<number>`(
  select count(*) from events e
  where e.listing_id = listings.id and e.kind = 'view' and e.who = 'visitor' and e.at > now() - interval '1 hour'
    and e.tx >= (select before_tx from events_added_up))`;

/** The views of each of the past 30 days, the oldest first. */
const recentViews = sql<number[]>`array(
  select coalesce(d.views, 0)
  from generate_series(29, 0, -1) as days_ago
  left join listing_days d on d.listing_id = listings.id
    and d.day = (now() at time zone 'America/Los_Angeles')::date - days_ago
  order by days_ago desc)`;

/** The listings of an account that it sees. */
export const ownerListingRows = (db: Kysely<DB>, ownerId: number) =>
  listingRows(db).where('owner_id', '=', ownerId).where(isNotPurged);

// As in the view `public_listings`.
const TRUST_COLUMNS = [
  sql<number | null>`(
    select rating_average(r.stars_1, r.stars_2, r.stars_3, r.stars_4, r.stars_5) from listing_ratings r
    where r.listing_id = listings.id)`.as('rating_average'),
  sql<number | null>`(
    select r.stars_1 + r.stars_2 + r.stars_3 + r.stars_4 + r.stars_5 from listing_ratings r
    where r.listing_id = listings.id)`.as('rating_count'),
  sql<number | null>`(select a.shown_minutes from listing_responses a where a.listing_id = listings.id)`.as(
    'answer_minutes',
  ),
];

/** The rows of listings of all owners and of none, with the columns that are computed for owners. */
export const listingRows = (db: Kysely<DB>) =>
  db
    .selectFrom('listings')
    .selectAll()
    .select([
      shownLevel.as('shown_level'),
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'),
      sql<number>`(select coalesce(sum(d.views), 0) from listing_days d where d.listing_id = listings.id) + ${pendingViews}`.as(
        'views',
      ),
      recentViews.as('recent_views'),
      ...TRUST_COLUMNS,
    ]);

/** A free listing that was posted by this transaction, as `findOwnerListing` would find it: nobody has seen or rated it. */
export const presentNewListing = (row: Selectable<Listings>, gazetteer: Gazetteer): OwnerListing =>
  presentOwnerListing({ ...row, ...COMPUTED_OF_NEW }, gazetteer);

const COMPUTED_OF_NEW = {
  shown_level: 'free',
  expired: false,
  views: 0,
  recent_views: Array<number>(30).fill(0),
  rating_average: null,
  rating_count: null,
  answer_minutes: null,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A listing as its owner sees it in a list. @param role of who asks, which decides on the actions that it offers */
export function presentOwnerListing(
  row: OwnerListingRow,
  gazetteer: Gazetteer,
  role: ListingRole = 'owner',
): OwnerListing {
  const { businessName, city, zipCode, street, category, county } = presentListing(row, gazetteer);
  const deletedAt = row.deleted_at?.getTime();
  return {
    id: row.id,
    // As the owner wrote it, in whatever language the account is.
    title: row.title,
    businessName,
    city: city.name,
    zipCode,
    street,
    category,
    county,
    imageUrl: toImageUrl(row),
    imageSrc: toPicture(row)?.src ?? null,
    // Samples have no owner.
    status: row.status as ListingStatus,
    expired: row.expired,
    level: row.shown_level,
    paidLevel: row.level,
    paidUntil: row.paid_until?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    undeletableUntil: deletedAt === undefined ? null : new Date(deletedAt + UNDELETE_DAYS * DAY_MS).toISOString(),
    hiddenReason: row.hidden_reason,
    views: row.views,
    recentViews: row.recent_views,
    version: row.version,
    acts: ownerActionSchema.options.filter(
      (act) =>
        (TRANSITIONS[act].from as readonly string[]).includes(row.status) &&
        hasRight(role, ACTION_RIGHTS[act]) &&
        (act !== 'renew' || row.expires_at !== null),
    ),
  };
}
