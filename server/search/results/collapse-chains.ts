import { type Kysely, sql } from 'kysely';
import { LIST_LIMIT } from '#contract/api.ts';
import type { SearchQuery } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { filterPredicate, type Hit, type IndexQuery, withoutPlanCache } from '#server/search/predicates.ts';
import type { RankOptions } from '#server/search/ranking/candidates.ts';
import { rank } from '#server/search/ranking/ranking.ts';
import { collectedRows } from '#server/search/ranking/sample.ts';

/** A hit that may stand for several unclaimed branches of a chain. */
export interface CollapsedHit extends Hit {
  chain?: string;
  branches?: number;
}

/** A hit of a page, and whether its place is paid for. */
export type RankedHit = CollapsedHit & { sponsored: boolean };

/**
 * Puts the branches of each dining chain into the place of the first one, so that independents are between chains. Those of a chain that is
 * searched by its name stay as they are, as does a list of one chain alone. What a longer list begins with is the same.
 */
export async function collapseChains(db: Kysely<DB>, { text }: IndexQuery, hits: Hit[]): Promise<CollapsedHit[]> {
  const chainOf = await findChains(db, hits);
  const isNamed = (chain: string) => text !== null && !text.isCategory && fold(chain).includes(text.name);
  const counts = new Map<string, number>();
  for (const chain of chainOf.values()) counts.set(chain, (counts.get(chain) ?? 0) + 1);
  if (counts.size === 1 && chainOf.size === hits.length) return hits;
  const seen = new Set<string>();
  return hits.flatMap((hit) => {
    const chain = chainOf.get(hit.id);
    if (chain === undefined || isNamed(chain)) return [hit];
    if (seen.has(chain)) return [];
    seen.add(chain);
    const branches = counts.get(chain) ?? 1;
    return [{ ...hit, chain, branches }];
  });
}

/** The hits of a page with the branches that all results have, where only the first ones were read. */
export async function countBranches(db: Kysely<DB>, query: IndexQuery, hits: RankedHit[]): Promise<RankedHit[]> {
  const chains = hits.flatMap(({ chain }) => chain ?? []);
  if (chains.length === 0) return hits;
  const { rows } = await branchCountsQuery(query, chains).execute(db);
  const counts = new Map(rows.map(({ chain, branches }) => [chain, branches]));
  return hits.map((hit) => (hit.chain === undefined ? hit : { ...hit, branches: counts.get(hit.chain) }));
}

/** How many unclaimed branches of each chain match. Exported, like `chainsQuery`, for the test of its plan. */
export function branchCountsQuery(query: IndexQuery, chains: string[]) {
  const ofChains = { ...query, filterTerms: [...query.filterTerms, chains.map(toNameTerm).join('|')] };
  return sql<{ chain: string; branches: number }>`${withoutPlanCache}
    with found as materialized (select listing_id from ${collectedRows(ofChains)} as listing where ${filterPredicate(ofChains)})
    select business_name as chain, count(*)::integer as branches from found join listings on id = listing_id
    where owner_id is null and business_name = any(${chains}) group by business_name`;
}

/** The unclaimed branches of a chain among the matches, in their order. */
export async function findBranches(
  db: Kysely<DB>,
  query: IndexQuery,
  chain: string,
  options: RankOptions,
): Promise<Hit[]> {
  const { hits } = await rank(db, { ...query, filterTerms: [...query.filterTerms, toNameTerm(chain)] }, options);
  const { rows } = await chainsQuery(hits.map(({ id }) => id)).execute(db);
  const ids = new Set(rows.flatMap((row) => (row.chain === chain ? row.id : [])));
  return hits.filter(({ id }) => ids.has(id));
}

/** Where the API lists the branches of a chain among the results of a search. */
export function toBranchesPath({ cursor: _, ...search }: SearchQuery, chain: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...search, chain, limit: LIST_LIMIT.max }))
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  return `/api/search?${parameters}`;
}

/** The chains that unclaimed hits are branches of. */
async function findChains(db: Kysely<DB>, hits: Hit[]): Promise<Map<number, string>> {
  if (hits.length < 2) return new Map();
  const { rows } = await chainsQuery(hits.map(({ id }) => id)).execute(db);
  return new Map(rows.map(({ id, chain }) => [id, chain]));
}

export const chainsQuery = (ids: number[]) => sql<{ id: number; chain: string }>`
  select id, business_name as chain from listings join dining_chains on name = business_name
  where id = any((select ${ids}::bigint[])::bigint[]) and owner_id is null`;

/** The term of listings with this name. */
const toNameTerm = (name: string) => `=${fold(name)}`;

/** As `listing_search.name` folds names, for those of chains. */
const fold = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]/g, '');
