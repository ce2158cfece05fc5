import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { recordBefore } from '#server/import/runs/record.ts';
import type { SourceDates } from '#server/import/source-dates.ts';
import { sourceKey } from '#server/import/write.ts';
import type { FactOrigins } from '#server/listings/facts.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { queryClassified, toSurrogateKeys } from '#server/listings/write/write-and-invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import type { Match } from './match-batch.ts';
import { takeFacts, toSourced } from './take-facts.ts';

/** The listings into which earlier imports merged these rows, by `sourceKey`. */
export async function findMergedRows(db: Kysely<DB>, rows: { source: string; source_id: string }[]) {
  const keys = rows.map(({ source, source_id }) => ({ source, source_id }));
  const { rows: found } = await sql<{ source: string; source_id: string; id: number; name: string; address: string }>`
    select m.source, m.source_id, l.id, l.business_name as name, concat_ws(', ', l.address, l.city, l.zip) as address
    from json_to_recordset(${JSON.stringify(keys)}::json) as t(source text, source_id text)
    join merged_rows m using (source, source_id) join listings l on l.id = m.listing_id`.execute(db);
  return new Map(found.map(({ id, name, address, ...row }) => [sourceKey(row), { id: String(id), name, address }]));
}

/**
 * Stores the matches of rows that were written meanwhile: merged rows, with the facts that their listing takes over because it lacks
 * them and no account has it, and pairs of listings that a person decides.
 * @param importId the run that records what it changes; undefined for the samples
 * @returns the surrogate keys of the listings that took over facts
 */
export async function recordMatches(
  trx: Transaction<DB>,
  { dates, importId }: { dates: SourceDates; importId?: number },
  origin: 'import' | 'open-data',
  matches: Match[],
): Promise<string[]> {
  const targets = await readTargets(trx, matches.filter(isTaking));
  const changed = new Set<TargetListing>();
  for (const [match, listing] of targets) {
    if (listing.owner_id !== null) continue;
    match.taken = takeFacts(listing, toSourced(match.draft, dates), dates);
    if (Object.keys(match.taken).length > 0) changed.add(listing);
  }
  const merged = matches.filter(({ verdict }) => verdict === 'same');
  await dates.add(
    trx,
    merged.map(({ draft }) => draft.source),
  );
  if (importId !== undefined) {
    const changedIds = [...changed].map(({ id }) => id);
    await recordBefore(trx, importId, changedIds);
  }
  const updated = await updateFacts(trx, [...changed]);
  await insertMergedRows(trx, { origin, importId }, merged);
  await insertDoubtfulPairs(
    trx,
    matches.filter(({ verdict }) => verdict === 'doubtful'),
  );
  return updated.flatMap(toSurrogateKeys);
}

/** A row that was not written when it was matched has taken over facts then. */
const isTaking = ({ verdict, taken }: Match) => verdict === 'same' && !taken;

/** A listing with the facts that others may change. */
type TargetListing = Pick<Selectable<Listings>, 'id' | 'address' | 'zip' | 'phone' | 'email' | 'website' | 'hours'> &
  Pick<
    Selectable<Listings>,
    | 'special_hours'
    | 'accepts_wic'
    | 'accepts_ebt'
    | 'lat'
    | 'lng'
    | 'point_source'
    | 'owner_id'
    | 'source'
    | 'source_date'
  > & {
    facts: FactOrigins;
  };

/** The listings of matches as they are now: batches that were written since may have changed them. The same listing is the same object. */
async function readTargets(trx: Transaction<DB>, matches: Match[]): Promise<Map<Match, TargetListing>> {
  if (matches.length === 0) return new Map();
  const { rows } = await sql<TargetListing & { matches: number[] }>`
    select matches, id, address, zip, phone, email, website, hours, special_hours, accepts_wic, accepts_ebt, lat, lng, point_source, owner_id, source,
      source_date, facts
    from (select coalesce(by_id.id, written.id) as id, array_agg(n) as matches
      from ${toRecordset(matches.map((match, n) => ({ ...toRecord(match), n })))} ${TARGETS} group by 1) as of_id
    join listings l using (id)
    order by id for no key update of l`.execute(trx);
  return new Map(
    rows.flatMap(({ matches: ofListing, ...listing }) =>
      ofListing.flatMap((n) => (matches[n] ? [[matches[n], listing] as const] : [])),
    ),
  );
}

/** A claim during the import has precedence. */
async function updateFacts(trx: Transaction<DB>, listings: TargetListing[]) {
  if (listings.length === 0) return [];
  await describeChange(trx, { kind: 'import' });
  return queryClassified(
    trx,
    sql`
      update listings l set phone = t.phone, email = t.email, website = t.website, hours = t.hours,
        special_hours = t.special_hours, accepts_wic = t.accepts_wic, accepts_ebt = t.accepts_ebt, lat = t.lat, lng = t.lng, point_source = t.point_source, facts = t.facts,
        updated_at = now()
      from json_to_recordset(${JSON.stringify(listings)}::json) as t(id bigint, phone text, email text, website text,
        hours jsonb, special_hours jsonb, accepts_wic boolean, accepts_ebt boolean, lat float8, lng float8, point_source text, facts jsonb)
      where l.id = t.id and l.owner_id is null
      returning l.*`,
  );
}

async function insertMergedRows(
  trx: Transaction<DB>,
  { origin, importId = null }: { origin: string; importId?: number | null },
  matches: Match[],
) {
  if (matches.length === 0) return;
  const rows = matches.map(({ draft, taken = {}, ...match }) => ({ ...toRecord(match), draft, taken }));
  await sql`
    insert into merged_rows (source, source_id, listing_id, import_id, origin, draft, taken, score)
    select draft ->> 'source', draft ->> 'source_id', coalesce(by_id.id, written.id), ${importId}::bigint, ${origin}, draft, taken, score
    from ${toRecordset(rows)} ${TARGETS}
    on conflict do nothing`.execute(trx);
}

async function insertDoubtfulPairs(trx: Transaction<DB>, matches: Match[]) {
  if (matches.length === 0) return;
  const rows = matches.map(({ draft: { source, source_id }, ...match }) => ({
    ...toRecord(match),
    draft: { source, source_id },
  }));
  await sql`
    insert into doubtful_pairs (listing_id, other_id, score)
    select least(target.id, own.id), greatest(target.id, own.id), max(score)
    from ${toRecordset(rows)} ${TARGETS} cross join lateral (select coalesce(by_id.id, written.id) as id) as target
    join listings own on own.source = draft ->> 'source' and own.source_id = draft ->> 'source_id'
    group by 1, 2
    on conflict do nothing`.execute(trx);
}

const toRecord = ({ target, score }: Pick<Match, 'target' | 'score'>) =>
  'listing' in target
    ? { score, id: target.listing.id }
    : { score, source: target.row.draft.source, source_id: target.row.draft.source_id };

const toRecordset = (records: object[]) => sql`json_to_recordset(${JSON.stringify(records)}::json)
  as t(n int, id bigint, source text, source_id text, score real, draft jsonb, taken jsonb)`;

/** The target by its id, or by its id at the source where it was written in this batch. */
const TARGETS = sql.raw(`left join listings by_id on by_id.id = t.id
    left join listings written on written.source = t.source and written.source_id = t.source_id`);
