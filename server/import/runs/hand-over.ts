import { type Selectable, sql, type Transaction } from 'kysely';
import type { ImportedListing } from '#server/import/listing.ts';
import { takeFacts, toSourced } from '#server/import/matching/take-facts.ts';
import { readSourceDates, type SourceDates } from '#server/import/source-dates.ts';
import { rewriteListings, type WrittenListing } from '#server/import/write.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { queryClassified, toSurrogateKeys } from '#server/listings/write/write-and-invalidate.ts';
import type { DB, MergedRows } from '#server/platform/db/schema.ts';
import { nextImport } from './undo-outcome.ts';

type MergedRow = Pick<Selectable<MergedRows>, 'source' | 'source_id' | 'listing_id' | 'import_id' | 'origin'> & {
  draft: ImportedListing;
};

/**
 * Gives listings that an import added to the imports whose rows were merged into them: each says what the first of these rows says,
 * and takes over what it lacks from the others.
 * @param importId the import that is undone
 * @returns the surrogate keys before and after
 */
export async function handOverToMergedRows(trx: Transaction<DB>, importId: number, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const readListings = () => queryClassified(trx, sql`select * from listings where id = any(${ids}::bigint[])`);
  const before = await readListings();
  const dates = await readSourceDates(trx);
  const { rows } = await sql<MergedRow>`
    select source, source_id, listing_id, import_id, origin, draft from merged_rows
    where listing_id = any(${ids}::bigint[]) and import_id is distinct from ${importId}
    order by import_id nulls first, merged_at, source, source_id`.execute(trx);
  const byListing = Map.groupBy(rows, ({ listing_id }) => Number(listing_id));
  const heirs = [...byListing].map(([id, [first, ...others]]) => ({
    id,
    ...toHeir(dates, first as MergedRow, others),
  }));
  await describeChange(trx, { kind: 'import-undo' });
  await rewriteListings(trx, heirs);
  await recordHeirs(trx, heirs);
  return [...before, ...(await readListings())].flatMap(toSurrogateKeys);
}

interface Heir extends WrittenListing {
  origin: string;
  import_id: number | null;
  /** What it took over from the rows that stay merged. */
  others: { source: string; source_id: string; taken: object }[];
}

/** The listing that the first row would be, with the facts that it lacks from the others. */
function toHeir(dates: SourceDates, { draft, origin, import_id }: MergedRow, others: MergedRow[]): Heir {
  const { source } = draft;
  const source_date = draft.date || dates.resolve({ source, source_date: null });
  const kept = { ...draft, source_date: dates.toColumn(source, source_date), facts: {} };
  const taken = others.map(({ draft: other, source, source_id }) => ({
    source,
    source_id,
    taken: takeFacts(kept, toSourced(other, dates), dates),
  }));
  return { ...kept, origin, import_id, others: taken };
}

/** Their row is no longer merged, and their import added them. */
async function recordHeirs(trx: Transaction<DB>, heirs: (Heir & { id: number })[]) {
  const records = JSON.stringify(
    heirs.map(({ id, source, source_id, origin, import_id }) => ({ id, source, source_id, origin, import_id })),
  );
  const heir = sql`json_to_recordset(${records}::json)
    as heir(id bigint, source text, source_id text, origin text, import_id bigint)`;
  await sql`delete from merged_rows m using ${heir} where m.source = heir.source and m.source_id = heir.source_id`.execute(
    trx,
  );
  await sql`update listings l set origin = heir.origin, special_hours = default from ${heir} where l.id = heir.id`.execute(
    trx,
  );
  await sql`
    delete from possible_closures c using ${heir}
    where c.listing_id = heir.id and c.source <> heir.source and c.reason <> 'reported'`.execute(trx);
  await sql`
    insert into import_listings (import_id, listing_id, action, version)
    select heir.import_id, l.id, 'added', l.version from ${heir} join listings l using (id) where heir.import_id is not null
    on conflict (import_id, listing_id) do update set action = 'added', version = excluded.version, before = null`.execute(
    trx,
  );
  await sql`
    update merged_rows m set taken = t.taken
    from json_to_recordset(${JSON.stringify(heirs.flatMap(({ others }) => others))}::json) as t(source text, source_id text, taken jsonb)
    where m.source = t.source and m.source_id = t.source_id`.execute(trx);
}

/** Later imports have these listings, too: the next one did what this one did to them. */
export async function handOverToLaterImports(trx: Transaction<DB>, importId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update import_listings next set action = i.action, version = i.version,
      before = case when i.action = 'updated' then coalesce(next.before, '{}') || i.before end
    from import_listings i join listings l on l.id = i.listing_id
    where i.import_id = ${importId} and i.listing_id = any(${ids}::bigint[])
      and next.listing_id = i.listing_id and next.import_id = ${nextImport}`.execute(trx);
}
