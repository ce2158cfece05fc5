import type { Writable } from 'node:stream';
import type { Kysely } from 'kysely';
import { MAX_ANALYTICS_DAYS } from '#contract/limits.ts';
import { exportAccount } from '#server/accounts/account-export.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import { openZip } from '#server/admin/exports/archives/zip.ts';
import { toCell } from '#server/admin/exports/export.ts';
import { addDays } from '#server/analytics/date-range.ts';
import { getDailyMetrics } from '#server/analytics/listing-metrics.ts';
import { toLosAngelesDate } from '#server/analytics/los-angeles-date.ts';
import { findMeasuredListing } from '#server/analytics/metrics-access.ts';
import { exportConversations } from '#server/conversations/export.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { ownerListingRows } from '#server/listings/read/owner-listings.ts';
import { pictureFileName } from '#server/photos/pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { PaymentRequired } from '#server/platform/http/errors.ts';
import type { CurrentUser } from '#server/platform/http/sessions.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { describeExport } from './describe-export.ts';

/** What an export is made of. */
export interface OwnerExportDeps {
  db: Kysely<DB>;
  storage: Storage;
  personalData: PersonalData[];
  site: { name: string };
}

/** The values of a listing's form, which `POST /api/ads` takes again; pictures are files beside it, and are uploaded first. */
type ListingForm = Omit<ReturnType<typeof toFormValues>, 'logo' | 'photos'>;

/**
 * Reads what an owner takes along, except what is read while the zip is written, so that a refusal comes before its first byte.
 * @throws {TooManyRequests} as `exportAccount`
 */
export async function readOwnerExport({ db, personalData }: OwnerExportDeps, user: CurrentUser) {
  const account = await exportAccount(db, user, personalData);
  const rows = await ownerListingRows(db, user.accountId).execute();
  const listings = rows.map((row) => {
    const { logo: _, photos: __, ...form } = toFormValues(row);
    return { id: row.id, form: form satisfies ListingForm };
  });
  return { user, account, listings };
}

/** Writes the zip: JSON with everything, CSV of what is a table, the pictures, and a README of the fields. */
export async function writeOwnerExport(
  stream: Writable,
  { db, storage, site }: OwnerExportDeps,
  { user, account, listings }: Awaited<ReturnType<typeof readOwnerExport>>,
): Promise<void> {
  const zip = openZip(stream);
  try {
    await zip.add('README.txt', [describeExport(site.name)]);
    await zip.add('account.json', [toJson(account)]);
    await zip.add('listings.json', [toJson(listings)]);
    await zip.add('listings.csv', toCsv(listings.map(({ id, form }) => ({ id, ...form }))));
    await zip.add('leads.csv', exportConversations(db, user.accountId));
    const reviews = await readReviews(db, user.accountId);
    await zip.add('reviews.json', [toJson(reviews)]);
    await zip.add('reviews.csv', toCsv(reviews));
    const days = (await Promise.all(listings.map(({ id }) => readMetrics(db, user, id)))).flat();
    await zip.add('analytics.json', [toJson(days)]);
    await zip.add('analytics.csv', toCsv(days));
    for (const { id, listing_id, name, width } of await readPictures(db, user.accountId)) {
      const picture = await storage.get(pictureFileName(name, width));
      if (picture) await zip.add(`pictures/${listing_id ?? 'unused'}-${id}.webp`, [picture]);
    }
    await zip.end();
  } catch (error) {
    await zip.destroy();
    throw error;
  }
}

/** The reviews of the account's listings that visitors see, with the business's replies. */
const readReviews = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('reviews')
    .innerJoin('listings', 'listings.id', 'reviews.listing_id')
    .where('listings.owner_id', '=', accountId)
    .where('reviews.status', '=', 'shown')
    .select(['reviews.listing_id as listingId', 'stars', 'body as text', 'author_name as name', 'reviews.language'])
    .select(['reviews.created_at as createdAt', 'owner_reply as reply', 'owner_replied_at as repliedAt'])
    .orderBy('reviews.id')
    .execute();

/** The days on which something was counted, as far as the owner may see them now. */
async function readMetrics(db: Kysely<DB>, user: CurrentUser, listingId: number) {
  const to = toLosAngelesDate(new Date());
  try {
    await findMeasuredListing(db, user, listingId);
  } catch (error) {
    if (error instanceof PaymentRequired) return [];
    throw error;
  }
  const days = await getDailyMetrics(db, listingId, { from: addDays(to, 1 - MAX_ANALYTICS_DAYS), to });
  return days
    .filter(({ date: _, ...counts }) => Object.values(counts).some((count) => count > 0))
    .map((day) => ({ listingId, ...day }));
}

const readPictures = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('photos')
    .where('owner_id', '=', accountId)
    .select(['id', 'listing_id', 'name', 'width'])
    .orderBy('id')
    .execute();

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A heading and a line for each row; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
function toCsv(rows: object[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => toCell(row[column as keyof typeof row])).join(','));
  return columns.length === 0 ? [''] : [columns, ...lines].map((line) => `${line}\n`);
}
