import { sql } from 'kysely';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchFilters, SearchSummary } from '#contract/search.ts';
import type { CategoryNode } from '#server/places/gazetteer.ts';
import { getCategoryName } from '#server/places/places.ts';
import { toSearchParameters } from '#server/search/broaden.ts';
import { EVERYTHING } from '#server/search/index-query.ts';
import { withoutPlanCache } from '#server/search/predicates.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { matchingRows } from '#server/search/ranking/matches.ts';
import type { ResolvedSearch } from '#server/search/spelling/corrections.ts';

const MAX_KINDS = 4;

/** Where a search for a kind of business finds nothing: kinds beside it in the same area that have some, those with most first. */
export async function findRelatedKinds(
  { db }: SearchDeps,
  { parsed, written, total }: ResolvedSearch,
  filters: SearchFilters,
): Promise<SearchSummary['related']> {
  const [named] = written.text?.segments.flatMap(({ categories }) => categories) ?? [];
  const kind = parsed.category ?? named;
  const kinds = kind?.parent?.children.filter(({ id }) => id !== kind.id) ?? [];
  if (total > 0 || kinds.length === 0) return [];
  const { near, radiusMiles, boundingBox, filterTerms } = written;
  const places = filterTerms.filter((term) => /^#(?:county|location|place|zip|neighborhood)/.test(term));
  const query = { ...EVERYTHING, near, radiusMiles, boundingBox };
  const { rows } = await sql<{ id: number; count: number }>`${withoutPlanCache}
    with found as materialized (
      select listing_id from ${matchingRows({ ...query, filterTerms: [toAnyOf(kinds), ...places] })} as listing
      limit ${sql.lit(MAX_COUNTED_RESULTS)}
    )
    select category_id as id, count(*)::int as count from found join listings on id = listing_id
    group by 1 order by 2 desc, 1 limit ${sql.lit(MAX_KINDS)}`.execute(db);
  const { near: center, place, within } = toSearchParameters(parsed, filters);
  const area = Object.fromEntries(Object.entries({ near: center, place, within }).filter(([, value]) => value));
  return rows.flatMap(({ id, count }) => {
    const found = kinds.find((one) => one.id === id);
    return found ? [{ label: getCategoryName(found), search: { ...area, category: found.slug }, count }] : [];
  });
}

const toAnyOf = (kinds: CategoryNode[]) => kinds.map(({ id }) => `#category${id}`).join('|');
