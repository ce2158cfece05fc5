import { type Kysely, sql, type Transaction } from 'kysely';
import { getCurrentMonth, type SourceDates } from '#server/import/source-dates.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { isListed } from './record.ts';

/** A run that looks for closed businesses. */
interface ClosureRun {
  importId: number;
  dates: SourceDates;
}

/** Whether an import may mark a listing `l`: one that nobody has claimed, and that no administrator said is open. */
export const canClose = sql`l.status = 'active' and l.owner_id is null and l.origin in ('import', 'open-data') and not l.facts ? 'open'`;

/**
 * Marks the listings of rows that the source says are closed, and unmarks those of rows that it lists.
 * @returns the number of marked listings, and the surrogate keys of those that changed
 */
export async function markClosed(
  trx: Transaction<DB>,
  { importId, dates }: ClosureRun,
  { closed, listed }: { closed: { source: string; source_id: string }[]; listed: number[] },
): Promise<{ closures: number; keys: string[] }> {
  const rows = closed.map(({ source, source_id }) => ({ source, source_id, date: toDate(dates, source) }));
  await recordFormerMarks(trx, importId, listed, rows);
  const { rows: unmarked } = await sql<{ id: number }>`
    delete from possible_closures where listing_id = any(${listed}::bigint[]) and reason <> 'reported' returning listing_id as id`.execute(
    trx,
  );
  if (closed.length === 0) return { closures: 0, keys: unmarked.map(toKey) };
  const { rows: marked } = await sql<{ id: number }>`
    insert into possible_closures (listing_id, import_id, source, date, reason)
    select l.id, ${importId}, source, t.date, 'closed'
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(source text, source_id text, date text)
    join listings l using (source, source_id)
    where ${canClose}
    on conflict (listing_id) do update set import_id = excluded.import_id, source = excluded.source, date = excluded.date, reason = excluded.reason
    returning listing_id as id`.execute(trx);
  return { closures: marked.length, keys: [...unmarked, ...marked].map(toKey) };
}

/** The marks that an import removes or replaces, for its undo. */
async function recordFormerMarks(
  trx: Transaction<DB>,
  importId: number,
  listed: number[],
  closed: { source: string; source_id: string }[],
) {
  if (listed.length === 0 && closed.length === 0) return;
  await sql`
    insert into import_listings (import_id, listing_id, action, version, before)
    select ${importId}, l.id, 'updated', l.version, case when l.id = any(${listed}::bigint[]) then '{}' else '{"closed": true}' end::jsonb
      || jsonb_build_object('closure', to_jsonb(c))
    from possible_closures c join listings l on l.id = c.listing_id
    where c.reason <> 'reported' and c.import_id <> ${importId} and l.owner_id is null
      and (l.id = any(${listed}::bigint[]) or l.id in (
        select closed.id from json_to_recordset(${JSON.stringify(closed)}::json) as t(source text, source_id text)
        join listings closed using (source, source_id)))
    on conflict (import_id, listing_id) do update
      set action = excluded.action, version = excluded.version,
        before = excluded.before || coalesce(import_listings.before, '{}')
      where import_listings.action <> 'added'`.execute(trx);
}

/** Marks listings again as they were before an import that is undone, unless the import that marked them is undone, too. */
export async function restoreMarks(trx: Transaction<DB>, importId: number, ids: number[]): Promise<void> {
  await sql`
    insert into possible_closures (listing_id, import_id, source, date, reason)
    select l.id, former.import_id, former.source, former.date, former.reason
    from import_listings i
    cross join jsonb_to_record(i.before -> 'closure') as former(import_id bigint, source text, date text, reason text)
    join imports on imports.id = former.import_id and imports.state in ('running', 'finished')
    join listings l on l.id = i.listing_id
    where i.import_id = ${importId} and l.id = any(${ids}::bigint[]) and i.before ? 'closure' and ${canClose}
    on conflict (listing_id) do update set import_id = excluded.import_id, source = excluded.source, date = excluded.date,
      reason = excluded.reason where possible_closures.import_id = ${importId}`.execute(trx);
}

/** How many listings `markClosed` would mark. */
export async function countClosed(db: Kysely<DB>, closed: { source: string; source_id: string }[]): Promise<number> {
  if (closed.length === 0) return 0;
  const { rows } = await sql<{ listings: number }>`
    select count(distinct l.id)::int as listings
    from json_to_recordset(${JSON.stringify(closed)}::json) as t(source text, source_id text)
    join listings l using (source, source_id) where ${canClose}`.execute(db);
  return rows[0]?.listings ?? 0;
}

const CHUNK = 1000;

/**
 * Ends a refresh: marks the listings of its sources that its file lacks, and moves the date of its sources on. If it lacks more
 * than half of a source's listings, it is not the whole of it, and none of that source is marked.
 * @returns the number of marked listings, and the sources of which none was marked
 */
export async function finishRefresh(db: Kysely<DB>, { importId, dates }: ClosureRun) {
  const { rows: sources } = await sql<{ source: string; missing: number; listings: number }>`
    select l.source, count(*) filter (where i.listing_id is null and ${canClose})::int as missing,
      count(*) filter (where ${canClose})::int as listings
    from listings l left join import_listings i on i.import_id = ${importId} and i.listing_id = l.id and ${isListed('i')}
    where l.source = any(array(select distinct listings.source
      from import_listings r join listings on listings.id = r.listing_id where r.import_id = ${importId}))
    group by l.source`.execute(db);
  const partial = sources.filter(({ missing, listings }) => 2 * missing > listings).map(({ source }) => source);
  let marked = 0;
  for (const { source } of sources.filter((row) => !partial.includes(row.source))) {
    marked += await markMissing(db, { importId, dates }, source);
    await moveDate(db, importId, source, dates.get(source));
  }
  return { marked, partial };
}

async function markMissing(db: Kysely<DB>, { importId, dates }: ClosureRun, source: string) {
  const former = dates.resolve({ source, source_date: null });
  const markChunk = (after: number) =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`
        select l.id from listings l
        where l.source = ${source} and l.id > ${after} and ${canClose}
          and not exists (
            select from import_listings i where i.import_id = ${importId} and i.listing_id = l.id and ${isListed('i')})
        order by l.id limit ${CHUNK} for update of l`.execute(trx);
      const ids = rows.map(({ id }) => id);
      await sql`
        update listings set source_date = ${former} where id = any(${ids}::bigint[]) and source_date is null`.execute(
        trx,
      );
      await sql`
        insert into possible_closures (listing_id, import_id, source, date, reason)
        select id, ${importId}, ${source}, ${toDate(dates, source)}, 'missing' from unnest(${ids}::bigint[]) as id
        on conflict (listing_id) do nothing`.execute(trx);
      await invalidate(trx, rows.map(toKey));
      return ids;
    });
  let marked = 0;
  for (let after = 0; ; ) {
    const ids = await markChunk(after);
    marked += ids.length;
    if (ids.length < CHUNK) return marked;
    after = ids.at(-1) ?? after;
  }
}

/** The facts of the listings that the file has are as old as the file. */
async function moveDate(db: Kysely<DB>, importId: number, source: string, date: string) {
  if (date === '') return;
  await sql`
    with former as (select name, date from sources where name = ${source} and date is distinct from greatest(date, ${date}) for update),
    recorded as (
      update imports set former_dates = former_dates || (
        select jsonb_object_agg(name, jsonb_build_object('from', date, 'to', ${date}::text)) from former)
      where id = ${importId} and exists (select from former)
    )
    update sources set date = ${date} where name in (select name from former)`.execute(db);
  for (let moved = CHUNK; moved === CHUNK; ) {
    const { numAffectedRows } = await sql`
      with moved as materialized (
        select l.id, l.version, l.source_date
        from listings l join import_listings i on i.import_id = ${importId} and i.listing_id = l.id and ${isListed('i')}
        where l.source = ${source} and l.source_date <= ${date} limit ${CHUNK}
      ), recorded as (
        insert into import_listings (import_id, listing_id, action, version, before)
        select ${importId}, id, 'updated', version, jsonb_build_object('source_date', source_date) from moved
        on conflict (import_id, listing_id) do update
          set action = excluded.action, version = excluded.version,
            before = excluded.before || coalesce(import_listings.before, '{}')
          where import_listings.action = 'seen' or not import_listings.before ? 'source_date'
      )
      update listings set source_date = null where id in (select id from moved)`.execute(db);
    moved = Number(numAffectedRows);
  }
}

const toDate = (dates: SourceDates, source: string) => dates.get(source) || getCurrentMonth();
const toKey = ({ id }: { id: number }) => `listing:${id}`;
