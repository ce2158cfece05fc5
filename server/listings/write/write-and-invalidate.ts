import { type Kysely, type OperationNodeSource, type Selectable, sql, type Transaction } from 'kysely';
import type { DB, Listings } from '#server/db/schema.ts';
import { invalidate } from '#server/page-cache/invalidate.ts';
import { type ClassifiedListing, toSurrogateKeys } from '../surrogate-keys.ts';

/**
 * Executes a statement on listings and invalidates the surrogate keys of the rows that it returns. A change of place or
 * category first selects the row through this function, so that the old keys are invalidated as well.
 * @param statement a statement that returns whole rows: `update listings … returning *`, `select * … for update`
 * @returns the rows of the statement
 */
export async function writeAndInvalidate(
  trx: Transaction<DB>,
  statement: OperationNodeSource,
): Promise<Selectable<Listings>[]> {
  const rows = await queryClassified(trx, statement);
  await invalidate(trx, rows.flatMap(toSurrogateKeys));
  return rows;
}

/** The rows that a statement answers, each with the slugs of its classification, from which its surrogate keys are made. */
export async function queryClassified(
  db: Kysely<DB>,
  statement: OperationNodeSource,
): Promise<(Selectable<Listings> & ClassifiedListing)[]> {
  const { rows } = await sql<Selectable<Listings> & ClassifiedListing>`
    with l as (${statement})
    select l.*, p.slug as "citySlug", y.slug as "countySlug", o.slug as "locationSlug", c.slug as "categorySlug",
      t.slug as "topCategorySlug", l.level <> 'free' as paid
    from l
    left join places p on p.id = l.place_id
    join counties y on y.id = l.county_id
    join locations o on o.id = l.location_id
    join categories c on c.id = l.category_id
    join categories t on t.id = l.top_category_id`.execute(db);
  return rows;
}
