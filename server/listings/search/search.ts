import { type Kysely, sql } from 'kysely';
import type { FoundAd, SearchAbout, SearchQuery, Sought, Suggestions } from '#contract/search.ts';
import { MOST_COUNTED } from '#contract/search-limits.ts';
import { findCategory } from '#server/categories/categories.ts';
import type { DB } from '#server/db/schema.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { distance } from '#server/places/nearest.ts';
import { cutPage, parseCursor } from '../paging.ts';
import { CARD_COLUMNS, type PageRow, publicAd } from '../public-ad.ts';
import { inCategory } from '../scopes.ts';
import { type Area, areaOfSlug, findArea } from './areas.ts';

// A first version that finds words as they are written: the table of what is searched comes next.
const MILES = 69;

function understand(gazetteer: Gazetteer, sought: Sought) {
  const category = sought.category === undefined ? null : findCategory(gazetteer, sought.category);
  const place = sought.place === undefined ? null : findArea(gazetteer, sought.place);
  const slug = sought.near.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  const [lat, lng] = sought.near.split(',').map(Number);
  const near: (Pick<Area, 'name' | 'lat' | 'lng'> & { path: string | null }) | undefined = /^-?[\d.]+,-?[\d.]+$/.test(
    sought.near,
  )
    ? { name: 'your location', path: null, lat: lat ?? 0, lng: lng ?? 0 }
    : areaOfSlug(gazetteer, slug);
  return { category, place, near: near ?? null, within: sought.within ?? 25 };
}

export function matching(db: Kysely<DB>, gazetteer: Gazetteer, sought: Sought) {
  const { category, place, near, within } = understand(gazetteer, sought);
  let query = db.selectFrom('public_listings');
  for (const word of sought.q.split(/\s+/).filter(Boolean)) {
    query = query.where(
      sql<boolean>`concat_ws(' ', title, business_name, description, city, address) ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
    );
  }
  const where = { ...(category && inCategory(category).where), ...place?.where };
  for (const [column, value] of Object.entries(where)) query = query.where(sql.ref(column), '=', value);
  if (sought.website) query = query.where(sql<boolean>`website is not null and shown_level <> 'free'`);
  if (sought.photos) query = query.where(sql<boolean>`photos <> '[]' and shown_level <> 'free'`);
  if (near) {
    const zips = [...gazetteer.zipCodes.values()].filter((zipCode) => distance(zipCode, near) * MILES <= within);
    query = query.where(
      'zip',
      'in',
      zips.map(({ zip }) => zip),
    );
  }
  return { query, near };
}

export async function search(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  sought: SearchQuery,
): Promise<{ ads: FoundAd[]; cursor: string | null }> {
  const { query, near } = matching(db, gazetteer, sought);
  let page = query
    .select([...CARD_COLUMNS, 'hours'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sought.limit + 1);
  if (sought.cursor !== undefined) {
    const { at, id } = parseCursor(sought.cursor);
    page = page.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
  }
  const cut = cutPage((await page.execute()) as unknown as PageRow[], sought.limit);
  const ads = cut.page.map((row): FoundAd => {
    const zipCode = gazetteer.zipCodes.get(row.zip);
    return {
      ...publicAd(row, gazetteer),
      sponsored: false,
      miles: near && zipCode ? distance(near, zipCode) * MILES : null,
      hours: row.hours as FoundAd['hours'],
    };
  });
  return { ads, cursor: cut.cursor };
}

export async function aboutSearch(db: Kysely<DB>, gazetteer: Gazetteer, sought: Sought): Promise<SearchAbout> {
  const { category, place, near } = understand(gazetteer, sought);
  const found = await matching(db, gazetteer, sought).query.select('id').limit(MOST_COUNTED).execute();
  return {
    total: found.length,
    q: sought.q,
    near: near && { name: near.name, path: near.path, lat: near.lat, lng: near.lng },
    unknownNear: sought.near !== '' && !near ? sought.near : null,
    asksWhere: /\b(near me|cerca de m[ií])$/i.test(sought.q) && !near,
    category: category && { name: category.name, slug: category.slug },
    place: place && { name: place.name, path: place.path },
    corrections: [],
    corrected: false,
    wider: [],
  };
}

export async function suggest(db: Kysely<DB>, gazetteer: Gazetteer, { q }: { q: string }): Promise<Suggestions> {
  if (q === '') return { businesses: [], categories: [], places: [] };
  const begins = (name: string) => name.toLowerCase().startsWith(q.toLowerCase());
  const rows = await db
    .selectFrom('public_listings')
    .select(['id', 'title', 'city'])
    .where('title', 'ilike', `${q.replace(/[\\%_]/g, '\\$&')}%`)
    .limit(5)
    .execute();
  return {
    businesses: rows.map(({ id, title, city }) => ({ id: Number(id), name: String(title), city: String(city) })),
    categories: gazetteer.categories.all
      .filter(({ name }) => begins(name))
      .slice(0, 4)
      .map(({ name, slug, icon }) => ({ name, slug, icon })),
    places: gazetteer.places.all
      .filter(({ name }) => begins(name))
      .slice(0, 4)
      .map(({ name, county, slug }) => ({ name, detail: county.name, path: `/city/${slug}` })),
  };
}
