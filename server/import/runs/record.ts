import { sql, type Transaction } from 'kysely';
import { FACT_COLUMNS } from '#server/listings/facts.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The columns that an import changes, and an undo restores. */
export const IMPORTED_COLUMNS = [...Object.values(FACT_COLUMNS).flat(), 'source_date', 'facts'] as const;

/** Whether the file of an import lists the business of a row of `import_listings`, in SQL; else it only says that it is closed. */
export const isListed = (row: string) => sql`not coalesce(${sql.ref(`${row}.before`)} ? 'closed', false)`;

/** Records that an import added these listings. */
export async function recordAdded(trx: Transaction<DB>, importId: number, ids: number[]) {
  if (ids.length === 0) return;
  await sql`
    insert into import_listings (import_id, listing_id, action, version)
    select ${importId}, id, 'added', 1 from unnest(${ids}::bigint[]) as id`.execute(trx);
}

/**
 * Records that the file has these rows, for those that are listings.
 * @returns the ids of the listings
 */
export async function recordSeen(
  trx: Transaction<DB>,
  importId: number,
  rows: { source: string; source_id: string }[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: found } = await sql<{ id: number }>`
    with found as (
      select l.id from json_to_recordset(${JSON.stringify(rows)}::json) as t(source text, source_id text)
      join listings l using (source, source_id)
    ), recorded as (
      insert into import_listings (import_id, listing_id, action, version)
      select distinct ${importId}::bigint, id, 'seen', 0 from found
      on conflict do nothing
    ) select id from found`.execute(trx);
  return found.map(({ id }) => id);
}

/** Records the columns of these listings before an import changes them for the first time. */
export async function recordBefore(trx: Transaction<DB>, importId: number, ids: number[]) {
  if (ids.length === 0) return;
  const before = IMPORTED_COLUMNS.map((column) => `'${column}', ${column}`).join(', ');
  await sql`
    insert into import_listings (import_id, listing_id, action, version, before)
    select ${importId}, id, 'updated', version, jsonb_build_object(${sql.raw(before)})
    from listings where id = any(${ids}::bigint[]) and owner_id is null
    on conflict (import_id, listing_id) do update
      set action = excluded.action, version = excluded.version,
        before = excluded.before || coalesce(import_listings.before, '{}')
      where import_listings.action = 'seen' or not import_listings.before ? 'facts'`.execute(trx);
}
