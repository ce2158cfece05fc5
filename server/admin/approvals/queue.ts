import { type Kysely, sql } from 'kysely';
import type { WaitingListing } from '#contract/admin/approvals.ts';
import type { ListQuery } from '#contract/api.ts';
import type { Translations } from '#contract/listing-fields/listing-field-schemas.ts';
import { toLogo, toPhotos } from '#server/listings/read/presenter.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import { getCategoryName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';

interface WaitingRow {
  id: number;
  title: string;
  business_name: string;
  description: string;
  translations: unknown;
  category_id: number;
  address: string | null;
  city: string;
  zip: string;
  phone: string | null;
  email: string | null;
  website: string | null;
  logo: unknown;
  photos: unknown;
  waiting_since: Date;
  waiting_from: 'draft' | 'active';
  version: number;
  owner_id: number;
  username: string;
  owner_since: Date;
  live: number;
  words: string[];
  payments: number;
}

/**
 * The listings that wait, the one that waits longest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listWaiting(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  query: ListQuery,
): Promise<{ listings: WaitingListing[]; cursor: string | null; total: number }> {
  const [{ rows }, { rows: totals }] = await Promise.all([
    waitingQuery(query).execute(db),
    sql<{ total: number }>`select count(*)::int as total from listings where status = 'waiting'`.execute(db),
  ]);
  const { page, cursor } = paginate(rows, query.limit, ({ waiting_since, id }) => ({ at: waiting_since, id }));
  return { listings: page.map((row) => toWaitingListing(gazetteer, row)), cursor, total: totals[0]?.total ?? 0 };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export function waitingQuery({ cursor, limit }: ListQuery) {
  const after = cursor === undefined ? undefined : parseCursor(cursor, timePosition);
  return sql<WaitingRow>`
    select l.id, l.title, l.business_name, l.description, l.translations, l.category_id, l.address, l.city, l.zip, l.phone, l.email, l.website,
      l.logo, l.photos, l.waiting_since, l.waiting_from, l.version, l.owner_id, o.username, o.created_at as owner_since,
      (select count(*)::int from public_listings p where p.owner_id = l.owner_id) as live,
      approval_words(l) as words,
      (select count(*)::int from payments p where p.listing_id = l.id and p.status = 'paid' and p.redeemed_at is null
        and p.returned_at is null and p.disputed_at is null
        and p.mode = (select value #>> '{}' from settings where key = 'payment-mode')) as payments
    from listings l join accounts o on o.id = l.owner_id
    where l.status = 'waiting' ${after ? sql`and (l.waiting_since, l.id) > (${after.at}, ${after.id})` : sql``}
    order by l.waiting_since, l.id limit ${limit + 1}`;
}

function toWaitingListing({ categories }: ReferenceData, row: WaitingRow): WaitingListing {
  const logo = toLogo(row);
  const category = categories.byId.get(row.category_id);
  return {
    id: row.id,
    title: row.title,
    businessName: row.business_name,
    description: row.description,
    translations: row.translations as Translations,
    category: category ? getCategoryName(category) : '',
    address: row.address,
    city: row.city,
    zip: row.zip,
    phone: row.phone,
    email: row.email,
    website: row.website,
    pictures: [...(logo ? [logo] : []), ...toPhotos(row)].map(({ src, alt }) => ({ src, alt })),
    owner: {
      id: row.owner_id,
      username: row.username,
      createdAt: row.owner_since.toISOString(),
      liveListings: row.live,
    },
    waitingSince: row.waiting_since.toISOString(),
    isEdit: row.waiting_from === 'active',
    words: row.words,
    payments: row.payments,
    version: row.version,
  };
}
