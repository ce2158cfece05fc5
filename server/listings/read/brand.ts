import { type Kysely, sql } from 'kysely';
import type { ListingPage } from '#contract/listings.ts';
import { MIN_PUBLISHED_BRANCHES } from '#contract/ownership/organizations.ts';
import { organizationKey } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PageRow } from './columns.ts';

/** What the page of a branch says of its business. */
interface FoundBrand {
  /** Null where the business has too few published branches for a page. */
  brand: ListingPage['brand'];
  surrogateKey: string;
  /** When the first of its branches expires. */
  expiresAt: Date | null;
}

/** The business of which a public listing is a branch; undefined where it is none. */
export async function findBrand(db: Kysely<DB>, { id, owner_id }: Pick<PageRow, 'id' | 'owner_id'>) {
  if (owner_id === null) return undefined;
  const { rows } = await brandQuery(id, owner_id).execute(db);
  return rows.map(({ organizationId, name, slug, count, expiresAt }): FoundBrand => {
    const brand = { name, path: toBrandPath(slug), count };
    return {
      brand: count < MIN_PUBLISHED_BRANCHES ? null : brand,
      surrogateKey: organizationKey(organizationId),
      expiresAt,
    };
  })[0];
}

const brandQuery = (id: number, ownerId: number) => sql<{
  organizationId: number;
  name: string;
  slug: string;
  count: number;
  expiresAt: Date | null;
}>`
  select o.id as "organizationId", o.name, o.slug, count(*)::int as count, min(p.expires_at) as "expiresAt"
  from organization_branches own
  join organizations o on o.id = own.organization_id and o.owner_id = ${ownerId}
  join organization_branches b on b.organization_id = o.id
  join public_listings p on p.id = b.listing_id and p.owner_id = o.owner_id
  where own.listing_id = ${id}
  group by o.id`;

/** The page of an organization, in every language. */
export const toBrandPath = (slug: string) => `/brand/${slug}`;
