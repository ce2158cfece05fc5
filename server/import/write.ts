import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { findReplaced, type ReplacedFacts } from '#server/import/facts/replaced-facts.ts';
import { recordAdded, recordBefore } from '#server/import/runs/record.ts';
import { type FactOrigins, mergeFacts } from '#server/listings/facts.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { toSurrogateKeys } from '#server/listings/write/write-and-invalidate.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import type { ImportedListing } from './listing.ts';
import type { SourceDates } from './source-dates.ts';
import type { ImportSummary } from './summary.ts';

/** The listing that an earlier import created from the same row of the same source. */
type ExistingListing = ImportedListing & { facts: FactOrigins } & Pick<
    Selectable<Listings>,
    'id' | 'level' | 'owner_id' | 'source_date' | 'neighborhood_id'
  >;

const COLUMNS = [
  ...['source', 'source_id', 'title', 'description', 'business_name', 'address', 'city', 'zip', 'phone', 'email'],
  ...['website', 'place_id', 'county_id', 'location_id', 'category_id', 'top_category_id', 'more_category_ids'],
  ...['lat', 'lng', 'point_source', 'hours', 'special_hours', 'accepts_wic', 'accepts_ebt'],
] as (keyof ImportedListing)[];

// What is written: the columns of the row, and where its facts are from.
const WRITTEN = [...COLUMNS, 'source_date', 'facts'];
const RECORD_TYPE = sql.raw(`t(id bigint, source text, source_id text, title text, description text, business_name text,
  address text, city text, zip text, phone text, email text, website text, place_id integer, county_id smallint,
  location_id smallint, category_id integer, top_category_id integer,
  more_category_ids integer[], lat float8, lng float8, point_source text, hours jsonb,
  special_hours jsonb, accepts_wic boolean, accepts_ebt boolean, source_date text, facts jsonb)`);
const COLUMN_LIST = sql.raw(WRITTEN.join(', '));
const ASSIGNMENTS = sql.raw(WRITTEN.map((column) => `${column} = t.${column}`).join(', '));

/** The `sourceKey`s of rows that earlier imports listed. */
export async function findListed(db: Kysely<DB>, rows: { source: string; source_id: string }[]): Promise<Set<string>> {
  const { rows: found } = await sql<{ source: string; source_id: string }>`
    select source, source_id from ${toKeys(rows)} join listings l using (source, source_id)`.execute(db);
  return new Set(found.map(sourceKey));
}

/** The `sourceKey`s of rows of an export of this directory whose listings have no source. */
export async function findExported(db: Kysely<DB>, drafts: ImportedListing[]): Promise<Set<string>> {
  const rows = drafts.flatMap(({ exportedId, source, source_id, business_name, zip }) =>
    exportedId === undefined ? [] : [{ id: exportedId, source, source_id, business_name, zip }],
  );
  if (rows.length === 0) return new Set();
  const { rows: found } = await sql<{ source: string; source_id: string }>`
    select t.source, t.source_id
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as t(id bigint, source text, source_id text, business_name text, zip text)
    join listings l on l.id = t.id and l.source is null and l.business_name = t.business_name and l.zip = t.zip`.execute(
    db,
  );
  return new Set(found.map(sourceKey));
}

/** The numbers of the listings that rows are or were merged into, by line. */
export async function findListingNumbers(
  db: Kysely<DB>,
  rows: { line: number; source: string; source_id: string }[],
): Promise<Map<number, number>> {
  const { rows: found } = await sql<{ line: number; id: number }>`
    select line, coalesce(l.id, m.listing_id) as id
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(line int, source text, source_id text)
    left join listings l using (source, source_id) left join merged_rows m using (source, source_id)
    where l.id is not null or m.listing_id is not null`.execute(db);
  return new Map(found.map(({ line, id }) => [line, Number(id)]));
}

/** The listings that earlier imports created from these rows, by `sourceKey`. */
async function findExisting(db: Kysely<DB>, rows: { source: string; source_id: string }[]) {
  const { rows: found } = await sql<ExistingListing>`
    select l.id, l.level, l.owner_id, l.neighborhood_id, ${sql.raw(WRITTEN.map((column) => `l.${column}`).join(', '))}
    from ${toKeys(rows)} join listings l using (source, source_id)`.execute(db);
  return new Map(found.map((listing) => [sourceKey(listing), { ...listing, id: Number(listing.id) }]));
}

const toKeys = (rows: { source: string; source_id: string }[]) => {
  const keys = rows.map(({ source, source_id }) => ({ source, source_id }));
  return sql`json_to_recordset(${JSON.stringify(keys)}::json) as t(source text, source_id text)`;
};

export const sourceKey = ({ source, source_id }: { source: string; source_id: string }) => `${source}\n${source_id}`;

/** The columns of a listing as an import writes them. */
export type WrittenListing = ImportedListing & { source_date: string | null; facts: FactOrigins };

/** Where listings are written, and the run that records what it adds and changes; without it that is not recorded. */
export interface WriteTarget {
  gazetteer: ReferenceData;
  dates: SourceDates;
  importId?: number;
}

/** Inserts the listings of new rows. */
export async function insertListings(
  trx: Transaction<DB>,
  { gazetteer, dates, importId }: WriteTarget,
  origin: 'import' | 'open-data',
  drafts: ImportedListing[],
): Promise<{ added: number; keys: string[] }> {
  await dates.add(
    trx,
    drafts.map(({ source }) => source),
  );
  const inserted = await insert(
    trx,
    origin,
    drafts.map((draft) => toWritten(dates, draft)),
  );
  if (importId !== undefined) {
    await recordAdded(
      trx,
      importId,
      inserted.map(({ id }) => id),
    );
  }
  return {
    added: inserted.length,
    keys: inserted.flatMap((row, index) =>
      drafts[index] ? toSurrogateKeysOf(gazetteer, drafts[index], row, false) : [],
    ),
  };
}

/** What becomes of rows that an earlier import listed, and which facts of their listings they replace. */
type UpdateResult = Pick<ImportSummary, 'updated' | 'unchanged' | 'claimed'> & { replaced: ReplacedFacts[] };

/** Updates the listings of known rows that have changed, except those that an account has claimed. */
export async function updateListings(
  trx: Transaction<DB>,
  { gazetteer, dates, importId }: WriteTarget,
  drafts: ImportedListing[],
): Promise<UpdateResult & { keys: string[] }> {
  await dates.add(
    trx,
    drafts.map(({ source }) => source),
  );
  const { changed, unclaimed, unchanged } = await findChanges(trx, dates, drafts);
  if (importId !== undefined) {
    const changedIds = unclaimed.map(({ existing }) => existing.id);
    await recordBefore(trx, importId, changedIds);
  }
  const updated = await update(trx, unclaimed);
  return {
    updated: updated.size,
    unchanged,
    claimed: changed.length - updated.size,
    replaced: unclaimed.flatMap(findReplaced),
    keys: unclaimed.flatMap(({ draft, existing }) => {
      const row = updated.get(existing.id);
      const paid = existing.level !== 'free';
      return row
        ? [...toSurrogateKeysOf(gazetteer, existing, existing, paid), ...toSurrogateKeysOf(gazetteer, draft, row, paid)]
        : [];
    }),
  };
}

/** What `updateListings` would do. */
export async function countUpdates(
  db: Kysely<DB>,
  dates: SourceDates,
  drafts: ImportedListing[],
): Promise<UpdateResult> {
  const { changed, unclaimed, unchanged } = await findChanges(db, dates, drafts);
  const replaced = unclaimed.flatMap(findReplaced);
  return { updated: unclaimed.length, unchanged, claimed: changed.length - unclaimed.length, replaced };
}

async function findChanges(db: Kysely<DB>, dates: SourceDates, drafts: ImportedListing[]) {
  const listings = drafts.length > 0 ? await findExisting(db, drafts) : new Map<string, ExistingListing>();
  const changed = drafts.flatMap((row) => {
    const existing = listings.get(sourceKey(row));
    if (!existing) return [];
    const draft = toWritten(dates, row, existing);
    return isChanged(existing, draft) ? [{ draft, existing }] : [];
  });
  return {
    changed,
    unclaimed: changed.filter(({ existing }) => existing.owner_id === null),
    unchanged: drafts.length - changed.length,
  };
}

const toSurrogateKeysOf = (gazetteer: ReferenceData, listing: ImportedListing, written: WrittenRow, paid: boolean) =>
  toSurrogateKeys({
    ...toSlugs(gazetteer, listing, written.neighborhood_id),
    id: written.id,
    paid,
    // An import changes no listing with an owner.
    organizationId: null,
  });

/** The facts of the row and of the listing, each from the one that said it last. */
function toWritten(dates: SourceDates, draft: ImportedListing, existing?: ExistingListing): WrittenListing {
  const said = { ...draft, source_date: dates.ofRow(draft), facts: draft.facts ?? {} };
  const merged = existing
    ? mergeFacts({ ...existing, source_date: dates.resolve(existing) }, said)
    : { ...said, more_category_ids: draft.more_category_ids ?? [] };
  return { ...merged, source_date: dates.toColumn(draft.source, merged.source_date) };
}

/** Whether a row changes its listing; a newer date alone does not. */
const isChanged = (existing: ExistingListing, written: WrittenListing) =>
  [...COLUMNS, 'facts' as const].some((column) => !isDeepStrictEqual(existing[column], written[column]));

/** The neighborhood is computed by the database. */
type WrittenRow = Pick<Selectable<Listings>, 'id' | 'neighborhood_id'>;

/** Inserts in the given order, so that ids are in that order. */
async function insert(trx: Transaction<DB>, origin: string, drafts: WrittenListing[]) {
  if (drafts.length === 0) return [];
  const { rows } = await sql<WrittenRow>`
    insert into listings (origin, ${COLUMN_LIST})
    select ${origin}, ${COLUMN_LIST} from json_to_recordset(${JSON.stringify(drafts)}::json) as ${RECORD_TYPE}
    returning id, neighborhood_id`.execute(trx);
  return rows;
}

/** A claim during the import has precedence: claimed rows are not updated. */
async function update(trx: Transaction<DB>, changed: { draft: WrittenListing; existing: ExistingListing }[]) {
  if (changed.length === 0) return new Map<number, WrittenRow>();
  await describeChange(trx, { kind: 'import' });
  const rows = await rewriteListings(
    trx,
    changed.map(({ draft, existing }) => ({ ...draft, id: existing.id })),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Gives listings all columns of a row, except those that an account has claimed. */
export async function rewriteListings(trx: Transaction<DB>, listings: (WrittenListing & { id: number })[]) {
  const { rows } = await sql<WrittenRow>`
    update listings l set ${ASSIGNMENTS}, updated_at = now()
    from json_to_recordset(${JSON.stringify(listings)}::json) as ${RECORD_TYPE}
    where l.id = t.id and l.owner_id is null
    returning l.id, l.neighborhood_id`.execute(trx);
  return rows;
}

function toSlugs(
  { places, counties, locations, categories }: ReferenceData,
  listing: ImportedListing,
  neighborhoodId: number | null,
) {
  return {
    citySlug: places.byId.get(listing.place_id)?.slug ?? null,
    neighborhoodSlug: places.byId.get(neighborhoodId ?? 0)?.slug ?? null,
    countySlug: counties.byId.get(listing.county_id)?.slug ?? '',
    zip: listing.zip,
    locationSlug: locations.byId.get(listing.location_id)?.slug ?? '',
    categorySlug: categories.byId.get(listing.category_id)?.slug ?? '',
    topCategorySlug: categories.byId.get(listing.top_category_id)?.slug ?? '',
    moreCategorySlugs: (listing.more_category_ids ?? []).flatMap((id) => {
      const category = categories.byId.get(id);
      return [category, category?.parent].flatMap((node) => node?.slug ?? []);
    }),
  };
}
