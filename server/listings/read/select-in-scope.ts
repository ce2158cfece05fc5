import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { hasMoreCategory } from '#server/categories/more-categories.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type ListingScope, POSTED_FIRST } from './scopes.ts';

type RowsQuery<Row> = SelectQueryBuilder<DB, 'public_listings', Row>;
type Select<Row> = (rows: ReturnType<typeof publicRows>) => RowsQuery<Row>;

/**
 * What `select` selects of the public listings of a scope, in an order. In a category: of those filed in it, by the index of their order, and of the
 * few that have it as a further category, by an index of their own; one condition for both would be read by neither.
 * See docs/decisions/0174-up-to-three-categories.md.
 * @param order orders the rows by columns that are selected, and limits them: those of each part, and then of both
 */
export function selectInScope<Row>(
  db: Kysely<DB>,
  scope: ListingScope,
  featured: boolean | undefined,
  select: Select<Row>,
  order: (rows: RowsQuery<Row>, isPart: boolean) => RowsQuery<Row>,
): RowsQuery<Row> {
  const parts = toParts(scope).map((where) => select(publicRows(db, where, featured)));
  if (parts.length === 1) return order(parts[0] as RowsQuery<Row>, false);
  return order(
    unite(
      db,
      parts.map((part) => order(part, true)),
    ).selectAll() as RowsQuery<Row>,
    false,
  );
}

/** What `select` selects of the public listings of a scope, as rows to aggregate. */
export const aggregateScope = <Row>(
  db: Kysely<DB>,
  scope: ListingScope,
  featured: boolean | undefined,
  select: Select<Row>,
) =>
  unite(
    db,
    toParts(scope).map((where) => select(publicRows(db, where, featured))),
  );

/** The conditions of the parts of a list, each of which has an index: that of a category has two. */
export function toParts({ where, categoryIds }: Pick<ListingScope, 'where' | 'categoryIds'>): RawBuilder<boolean>[][] {
  const filed = toConditions(where);
  if (!categoryIds) return [filed];
  const { category_id, top_category_id, ...places } = where;
  const isElsewhere =
    category_id === undefined
      ? sql<boolean>`top_category_id <> ${top_category_id}`
      : sql<boolean>`category_id <> ${category_id}`;
  return [filed, [hasMoreCategory(categoryIds), isElsewhere, ...toConditions(places)]];
}

const toConditions = (where: ListingScope['where']) =>
  Object.entries(where).map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`);

/** The value that orders a list by relevance. */
export const toRelevance = (relevance: NonNullable<ListingScope['relevance']>) =>
  relevance === POSTED_FIRST
    ? sql<number | null>`(case when source is null then 100 else completeness end)`
    : sql<number | null>`${sql.ref(relevance)}`;

const unite = (db: Kysely<DB>, parts: RowsQuery<unknown>[]) =>
  db.selectFrom(
    sql<DB['public_listings']>`(${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )})`.as('public_listings'),
  );

/** The public listings of a scope; `featured` selects the paid ones, or all others. */
function publicRows(db: Kysely<DB>, where: RawBuilder<boolean>[], featured: boolean | undefined) {
  let rows = db.selectFrom('public_listings');
  for (const condition of where) rows = rows.where(condition);
  // `level <> 'free'` matches the partial indexes of paid listings. Both conditions on `shown_level` are written so that the
  // planner estimates a high selectivity: with `= 'free'` or `paid_until > now()` it collects all rows and sorts them.
  if (featured === true) rows = rows.where(sql<boolean>`level <> 'free' and shown_level <> 'free'`);
  if (featured === false) rows = rows.where(sql<boolean>`shown_level not in ('enhanced', 'premium')`);
  return rows;
}
