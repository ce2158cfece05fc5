import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Hit, IndexQuery } from '#server/search/predicates.ts';
import { countMatches } from '#server/search/ranking/matches.ts';

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
export const countBranches = (db: Kysely<DB>, query: IndexQuery, hits: RankedHit[]): Promise<RankedHit[]> =>
  Promise.all(
    hits.map(async (hit) => {
      if (hit.chain === undefined) return hit;
      const branches = await countMatches(db, { ...query, filterTerms: [...query.filterTerms, `=${fold(hit.chain)}`] });
      return { ...hit, branches };
    }),
  );

/** The chains that unclaimed hits are branches of. */
async function findChains(db: Kysely<DB>, hits: Hit[]): Promise<Map<number, string>> {
  if (hits.length < 2) return new Map();
  const { rows } = await chainsQuery(hits.map(({ id }) => id)).execute(db);
  return new Map(rows.map(({ id, chain }) => [id, chain]));
}

/** Exported for the test of its query plan. */
export const chainsQuery = (ids: number[]) => sql<{ id: number; chain: string }>`
  select id, business_name as chain from listings join dining_chains on name = business_name
  where id = any((select ${ids}::bigint[])::bigint[]) and owner_id is null`;

/** As `listing_search.name` folds names, for those of chains. */
const fold = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]/g, '');
