import { type Kysely, type Selectable, sql } from 'kysely';
import type { QuoteBusiness, QuoteBusinesses } from '#contract/conversations/quotes.ts';
import type { TradeSlug } from '#contract/conversations/trade-slugs.ts';
import { t } from '#contract/i18n/t.ts';
import { hasMoreCategory } from '#server/categories/more-categories.ts';
import { presentDistance } from '#server/listings/read/distance.ts';
import { toShownTitle } from '#server/listings/read/presenter.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Point } from '#server/places/points.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { findCenter } from '#server/search/parse-query.ts';

const MAX_BUSINESSES = 20;

/** The businesses of a category that take messages, nearest first: those of paid levels have no other place than others. */
export async function findQuoteBusinesses(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { trade, near, licensed }: { trade: TradeSlug; near: string; licensed: boolean },
): Promise<QuoteBusinesses> {
  const center = findNamedCenter(gazetteer, near);
  const category = gazetteer.categories.bySlug.get(trade);
  if (!center || !category) return { place: center?.name ?? null, businesses: [] };
  const { rows } = await quoteBusinessesQuery(category.id, center, licensed).execute(db);
  return { place: center.name, businesses: rows.map((row) => toBusiness(row, center)) };
}

/** The city or ZIP code that a customer names. Businesses learn no exact point. */
function findNamedCenter(gazetteer: Gazetteer, near: string) {
  const center = findCenter(gazetteer, near);
  return center?.path ? center : null;
}

/** @throws {Invalid} for a place that is not in the region */
export function requireCenter(gazetteer: Gazetteer, near: string) {
  const center = findNamedCenter(gazetteer, near);
  if (!center)
    throw new Invalid(t('We don’t know this place.'), [
      { path: 'near', message: t('Enter a ZIP code or a city in Southern California.') },
    ]);
  return center;
}

interface BusinessRow extends Pick<Selectable<Listings>, 'title' | 'language' | 'translations'> {
  id: number;
  city: string;
  lat: number | null;
  lng: number | null;
  licensed: boolean;
}

/** A listing without a point is where its ZIP code is. Exported for the test of its query plan. */
export const quoteBusinessesQuery = (categoryId: number, { lat, lng }: Point, licensed = false) => sql<BusinessRow>`
  select l.id, l.title, l.language, l.translations, l.city, l.lat, l.lng, l.license_check is not distinct from 'confirmed' as licensed
  from public_listings l left join zip_codes z on z.zip = l.zip
  where (l.category_id = ${categoryId} or ${hasMoreCategory([categoryId])}) and l.owner_id is not null ${licensed ? sql`and l.license_check = 'confirmed'` : sql``}
  order by search_position(${lat}, ${lng}) <-> search_position(coalesce(l.lat, z.lat), coalesce(l.lng, z.lng)), l.id
  limit ${MAX_BUSINESSES}`;

const toBusiness = ({ id, city, licensed, ...row }: BusinessRow, center: Point): QuoteBusiness => ({
  id,
  name: toShownTitle(row).title,
  city,
  miles: presentDistance(center, row).miles,
  licensed,
});
