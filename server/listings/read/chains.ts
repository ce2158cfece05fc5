import { type Kysely, sql } from 'kysely';
import { LIST_LIMIT } from '#contract/api.ts';
import type { Listing } from '#contract/listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { CardRow } from './columns.ts';
import type { ListingScope } from './scopes.ts';
import { aggregateScope, toRelevance } from './select-in-scope.ts';

/** A dining chain in a list: its first branch, which stands for all of those that nobody has claimed. */
interface Chain {
  name: string;
  first: number;
  branches: number;
}

/** A row, and whether it is an unclaimed branch of a dining chain. */
export type BranchRow = CardRow & { is_branch: boolean };

/** Whether a row of `public_listings` is such a branch. */
export const isBranch = sql<boolean>`owner_id is null and exists (select from dining_chains where name = business_name)`;

/** A row of a list, with the number of branches that it stands for. */
export type CollapsedRow<Row> = Row & { branches?: number };

/**
 * Reads a page of a list by relevance, in which a chain is one row. What is left out on a page is read no further: of chains that began, only
 * others are read.
 * @param readRows more than `limit` rows that follow `after`, as long as there are any
 */
export async function readCollapsed<Row extends BranchRow>(
  db: Kysely<DB>,
  scope: ListingScope,
  { limit, featured }: { limit: number; featured: boolean | undefined },
  readRows: (page: { after: Row | undefined; without: string[] }) => Promise<Row[]>,
): Promise<CollapsedRow<Row>[]> {
  const chains = new Map<string, Chain>();
  const shown: CollapsedRow<Row>[] = [];
  for (let after: Row | undefined; ; ) {
    const rows = await readRows({ after, without: [...chains.keys()] });
    const names = new Set(rows.flatMap(({ is_branch, business_name }) => (is_branch ? business_name : [])));
    for (const chain of names.size === 0 ? [] : await chainsInListQuery(db, scope, featured, [...names]).execute())
      chains.set(chain.name, chain);
    for (const row of rows) {
      const chain = row.is_branch ? chains.get(row.business_name) : undefined;
      if (!chain) shown.push(row);
      else if (chain.first === row.id) shown.push({ ...row, branches: chain.branches });
    }
    after = rows.at(-1);
    if (shown.length > limit || rows.length <= limit) return shown;
  }
}

/** The chains of these names in a list. Exported for the test of its plan. */
export const chainsInListQuery = (
  db: Kysely<DB>,
  scope: ListingScope,
  featured: boolean | undefined,
  names: string[],
) =>
  aggregateScope(db, scope, featured, (rows) =>
    rows
      .select(['id', 'business_name', 'created_at'])
      .select((scope.relevance ? toRelevance(scope.relevance) : sql<number | null>`0`).as('relevance'))
      .where('owner_id', 'is', null)
      .where(sql<boolean>`business_name = any((select ${names}::text[])::text[])`),
  )
    .select([
      'business_name as name',
      sql<number>`(array_agg(id order by relevance desc, created_at desc, id desc))[1]`.as('first'),
      sql<number>`count(*)::integer`.as('branches'),
    ])
    .groupBy('business_name')
    .$castTo<Chain>();

/** What the row of a chain says about its branches. @param path where the API lists them, by the chain's name as a parameter */
export const toBranches = ({ branches = 1, business_name }: CollapsedRow<BranchRow>, path: string): Partial<Listing> =>
  branches > 1
    ? {
        branches,
        branchesPath: `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ chain: business_name, limit: String(LIST_LIMIT.max) })}`,
      }
    : {};
