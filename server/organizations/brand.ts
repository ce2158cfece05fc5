import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type Brand, MIN_PUBLISHED_BRANCHES } from '#contract/ownership/organizations.ts';
import { toBrandPath } from '#server/listings/read/brand.ts';
import { CARD_COLUMNS, type CardRow, type PageRow } from '#server/listings/read/columns.ts';
import { presentDistance, toPoint } from '#server/listings/read/distance.ts';
import { nextChangeAt } from '#server/listings/read/list.ts';
import { getOrThrow, presentListing, toLogo } from '#server/listings/read/presenter.ts';
import { organizationKey } from '#server/listings/write/write-and-invalidate.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { distanceKm } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';

/**
 * The public page of an organization.
 * @param zip the branches nearest to the middle of it are first; without one that exists they are by county and city
 * @throws {NotFound} for an unknown slug, and with fewer than two published branches
 */
export async function findBrand(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { slug, zip }: { slug: string; zip?: string },
): Promise<{ brand: Brand; surrogateKeys: string[]; expiresAt: Date | null }> {
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'owner_id', 'name', 'about', 'website'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  const rows = organization ? await branchesQuery(db, organization).execute() : [];
  if (!organization || rows.length < MIN_PUBLISHED_BRANCHES)
    throw new NotFound(t('This business has no page here, or not anymore.'));
  const { id, name, about, website } = organization;
  const origin = zip === undefined ? undefined : gazetteer.zipCodes.get(zip.trim());
  const sorted = origin ? sortNearestFirst(rows, gazetteer, origin) : sortByPlace(rows, gazetteer);
  const paid = rows.filter(({ shown_level }) => shown_level !== 'free');
  return {
    brand: {
      name,
      path: toBrandPath(slug),
      about,
      website: paid.length > 0 && website !== '' ? website : null,
      logo: paid.map(toLogo).find((logo) => logo !== null) ?? null,
      zip: origin?.zip ?? null,
      branches: sorted.map((row) => ({ ...presentListing(row, gazetteer), ...presentDistance(origin ?? null, row) })),
    },
    surrogateKeys: [organizationKey(id)],
    expiresAt: nextChangeAt(rows),
  };
}

type BranchRow = CardRow & Pick<PageRow, 'lat' | 'lng'>;

const branchesQuery = (db: Kysely<DB>, { id, owner_id }: { id: number; owner_id: number }) =>
  db
    .selectFrom('organization_branches')
    .innerJoin('public_listings', 'public_listings.id', 'listing_id')
    .select(CARD_COLUMNS.map((column) => `public_listings.${column}` as const))
    .select(['lat', 'lng'])
    .where('organization_id', '=', id)
    .where('owner_id', '=', owner_id)
    .orderBy('public_listings.id')
    .$castTo<BranchRow>();

type Middle = { zip: string; lat: number; lng: number };

function sortNearestFirst(rows: BranchRow[], gazetteer: Gazetteer, origin: Middle): BranchRow[] {
  const toKm = (row: BranchRow) => distanceKm(origin, toPoint(row) ?? gazetteer.zipCodes.get(row.zip) ?? origin);
  return rows.toSorted((a, b) => toKm(a) - toKm(b));
}

function sortByPlace(rows: BranchRow[], gazetteer: Gazetteer): BranchRow[] {
  const toCounty = (row: BranchRow) => getOrThrow(gazetteer.counties.byId, row.county_id).name;
  const { compare } = new Intl.Collator('en');
  return rows.toSorted((a, b) => compare(toCounty(a), toCounty(b)) || compare(a.city, b.city) || a.id - b.id);
}

/** The pages of organizations, each with the last change of it or of a branch. */
export async function listBrands(db: Kysely<DB>): Promise<{ path: string; changed: Date }[]> {
  const rows = await db
    .selectFrom('organizations as o')
    .innerJoin('organization_branches as b', 'b.organization_id', 'o.id')
    .innerJoin('public_listings as p', (on) =>
      on.onRef('p.id', '=', 'b.listing_id').onRef('p.owner_id', '=', 'o.owner_id'),
    )
    .select(['o.slug', sql<Date>`greatest(o.updated_at, max(p.updated_at))`.as('changed')])
    .groupBy('o.id')
    .having(sql<boolean>`count(*) >= ${MIN_PUBLISHED_BRANCHES}`)
    .orderBy('o.id')
    .limit(MAX_BRANDS)
    .execute();
  return rows.map(({ slug, changed }) => ({ path: toBrandPath(slug), changed }));
}

/** A file of the sitemap has 50,000 addresses at most (sitemaps.org). */
const MAX_BRANDS = 20_000;
