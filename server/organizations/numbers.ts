import type { Kysely } from 'kysely';
import type { BranchNumbers } from '#contract/ownership/organizations.ts';
import type { DateRange } from '#server/analytics/date-range.ts';
import { manyListingsQuery } from '#server/analytics/many-listings.ts';
import { shownLevel } from '#server/listings/read/owner-listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { OrganizationKey } from './access.ts';

const NONE = { views: 0, impressions: 0, websiteClicks: 0, phoneClicks: 0, mapClicks: 0, shares: 0, messages: 0 };
const NAMES = Object.keys(NONE) as (keyof typeof NONE)[];

/** The metrics of an organization's branches that have a paid level, as each has them on its page of analytics, and their sum. */
export async function getNumbers(
  db: Kysely<DB>,
  { id, ownerId }: OrganizationKey,
  range: DateRange,
): Promise<BranchNumbers> {
  const branches = await db
    .selectFrom('organization_branches')
    .innerJoin('listings', 'listings.id', 'listing_id')
    .select(['listings.id', shownLevel.as('level')])
    .where('organization_id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('status', '<>', 'deleted')
    .orderBy('listings.id')
    .execute();
  const paid = branches.filter(({ level }) => level !== 'free').map(({ id }) => id);
  const { rows } = await manyListingsQuery(paid, range).execute(db);
  const counted = new Map(rows.map(({ listingId, ...numbers }) => [listingId, numbers]));
  const sum = (name: keyof typeof NONE) => rows.reduce((total, row) => total + row[name], 0);
  return {
    ...range,
    total: Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as typeof NONE,
    branches: branches.map(({ id }) => ({ id, numbers: paid.includes(id) ? (counted.get(id) ?? NONE) : null })),
  };
}
