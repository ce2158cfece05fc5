import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { FoundHours, HoursFeed } from '#contract/hours/hours-feeds.ts';
import { t } from '#contract/i18n/t.ts';
import { changeHours } from '#server/listings/hours/change-hours.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { findOwnerListingRow, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { DB, HoursFeeds } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { describeFailure, FeedError, type FeedFailure } from './feed-error.ts';
import { mergeHours } from './merge-hours.ts';
import type { ReadHoursFeed } from './read-feed.ts';

/** The dependencies of what reads hours from elsewhere. */
export interface HoursFeedDeps extends PostingDeps {
  readHoursFeed: ReadHoursFeed;
}

type FeedRow = Selectable<HoursFeeds>;
type Reading = { found: FoundHours } | { failure: FeedFailure };

/** The address of a listing's hours, with what it said last; null without one. @throws {NotFound} see `findOwnerListingRow` */
export async function findHoursFeed(db: Kysely<DB>, own: OwnerListingId): Promise<HoursFeed | null> {
  const { hours, specialHours } = toFormValues(await findOwnerListingRow(db, own));
  const row = await feedRows(db, own).executeTakeFirst();
  if (!row) return null;
  const found = row.found as FoundHours | null;
  const merged = found && mergeHours({ hours, specialHours }, found, row.owned);
  return {
    url: row.url,
    enabled: row.enabled,
    checkedAt: row.checked_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    error: row.failure === null ? null : describeFailure(row.failure as unknown as FeedFailure),
    found: found && merged && { ...found, skipped: merged.skipped, result: merged.result },
  };
}

/** Takes another address for the hours of a listing, and reads it. The listing follows it when it is turned on. */
export async function saveHoursFeed({ db, readHoursFeed }: HoursFeedDeps, own: OwnerListingId, url: string) {
  const reading = await read(readHoursFeed, url);
  const stored = {
    ...{ url, enabled: false, failed_days: 0, mailed: false, checked_at: sql<Date>`now()` },
    ...('found' in reading
      ? { found: JSON.stringify(reading.found), failure: null, read_at: sql<Date>`now()` }
      : { found: null, failure: JSON.stringify(reading.failure), read_at: null }),
  };
  // The days of the former address stay its own, so that the next one takes them back.
  await db
    .insertInto('hours_feeds')
    .values({ listing_id: own.id, owner_id: own.ownerId, ...stored })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet({ owner_id: own.ownerId, ...stored }))
    .execute();
}

/** Reads the address now; a listing that follows it gets the hours. @throws {NotFound} without one */
export async function checkHoursFeed(deps: HoursFeedDeps, own: OwnerListingId): Promise<Reading> {
  const row = await feedRows(deps.db, own).executeTakeFirst();
  if (!row) throw feedNotFound();
  const reading = await read(deps.readHoursFeed, row.url);
  await deps.db.transaction().execute(async (trx) => {
    await storeReading(trx, row, reading);
    if ('found' in reading && row.enabled) await applyFound(trx, deps, own);
  });
  return reading;
}

/**
 * Makes a listing follow the address, by what was read last.
 * @throws {NotFound} without one
 * @throws {Conflict} when nothing was read
 */
export async function turnOnHoursFeed(deps: PostingDeps, own: OwnerListingId): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await feedRows(trx, own).forUpdate().executeTakeFirst();
    if (!row) throw feedNotFound();
    if (row.found === null) throw new Conflict(t('Nothing was read from this address yet.'));
    await sql`update hours_feeds set enabled = true, next_check_at = now() + interval '1 day' where listing_id = ${own.id}`.execute(
      trx,
    );
    await applyFound(trx, deps, own);
  });
}

/** Forgets the address. The hours of the listing stay as they are. */
export async function removeHoursFeed(db: Kysely<DB>, { id, ownerId }: OwnerListingId): Promise<void> {
  await db.deleteFrom('hours_feeds').where('listing_id', '=', id).where('owner_id', '=', ownerId).execute();
}

/** Writes the hours that were read to the listing. */
async function applyFound(trx: Transaction<DB>, deps: Omit<PostingDeps, 'db'>, own: OwnerListingId) {
  const { found, owned: before } = await feedRows(trx, own).forUpdate().executeTakeFirstOrThrow();
  let owned: string[] = [];
  await changeHours(trx, deps, own, (hours) => {
    const merged = mergeHours(hours, found as unknown as FoundHours, before);
    owned = merged.owned;
    return merged.result;
  });
  await sql`update hours_feeds set owned = ${owned}::text[] where listing_id = ${own.id}`.execute(trx);
}

/** Stores what was read, unless the owner has given another address meanwhile. */
const storeReading = (trx: Transaction<DB>, { listing_id, url }: FeedRow, reading: Reading) =>
  'found' in reading
    ? sql`
        update hours_feeds
        set found = ${JSON.stringify(reading.found)}, failure = null, checked_at = now(), read_at = now(), failed_days = 0, mailed = false
        where listing_id = ${listing_id} and url = ${url}`.execute(trx)
    : sql`
        update hours_feeds set failure = ${JSON.stringify(reading.failure)}, checked_at = now()
        where listing_id = ${listing_id} and url = ${url}`.execute(trx);

async function read(readHoursFeed: ReadHoursFeed, url: string): Promise<Reading> {
  try {
    return { found: await readHoursFeed(url) };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { failure: error.failure };
  }
}

const feedRows = (db: Kysely<DB>, { id, ownerId }: OwnerListingId) =>
  db.selectFrom('hours_feeds').selectAll().where('listing_id', '=', id).where('owner_id', '=', ownerId);

const feedNotFound = () => new NotFound(t('This listing reads its hours from no address.'));

/** The addresses of an account, for its export and its deletion (`PersonalData`). */
export const hoursFeedPersonalData = {
  name: 'hoursFeeds',
  export: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('hours_feeds')
      .select(['listing_id as listingId', 'url', 'enabled', 'created_at as createdAt', 'checked_at as checkedAt'])
      .where('owner_id', '=', accountId)
      .orderBy('listing_id')
      .execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('hours_feeds').where('owner_id', '=', accountId).execute();
  },
};
