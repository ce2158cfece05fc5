import type { Kysely } from 'kysely';
import { MAX_BULK_JOB_LISTINGS } from '#contract/admin/bulk-actions.ts';
import type { AdminListingFilter } from '#contract/admin/listings.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { openTable } from './table.ts';

const PAGE = 1000;
// Each looks through 5,000 listings, so a rare match in a large directory ends here, as a result of too many does.
const MAX_PAGES = 200;

/**
 * The listings of a filter, and whether there are more than a bulk action can have.
 * @throws {Invalid} for a telephone that nobody can have
 */
export async function findListingIds(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  filter: AdminListingFilter,
): Promise<{ ids: number[]; isMore: boolean }> {
  const table = await openTable(db, gazetteer, filter);
  const ids: number[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await table.readPage({ sort: 'newest', limit: PAGE, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.listings.map(({ id }) => id));
    if (ids.length > MAX_BULK_JOB_LISTINGS) return { ids: ids.slice(0, MAX_BULK_JOB_LISTINGS), isMore: true };
    if (page.cursor === null) return { ids, isMore: false };
    cursor = page.cursor;
  }
  return { ids, isMore: true };
}
