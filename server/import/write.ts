import { sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { toSurrogateKeys } from '../listings/write/write-and-invalidate.ts';
import type { ReferenceData } from '../places/gazetteer.ts';
import type { ImportedListing } from './listing.ts';

/** The listing that an earlier import created from the same row of the same source. */
export type ExistingListing = ImportedListing & { id: number; level: string; owner_id: number | null };

/** The result of writing a batch, with the surrogate keys of changed listings. */
export interface WriteResult {
  added: number;
  updated: number;
  unchanged: number;
  /** Changed in the source, but not updated because an account has claimed the listing. */
  claimed: number;
  keys: string[];
}

const COLUMNS = [
  ...['source', 'source_id', 'title', 'description', 'business_name', 'address', 'city', 'zip', 'phone', 'email'],
  ...['website', 'place_id', 'county_id', 'location_id', 'category_id', 'top_category_id'],
  ...['lat', 'lng', 'point_source'],
] as (keyof ImportedListing)[];

const RECORD_TYPE = sql.raw(`t(id bigint, source text, source_id text, title text, description text, business_name text,
  address text, city text, zip text, phone text, email text, website text, place_id integer, county_id smallint,
  location_id smallint, category_id integer, top_category_id integer, lat float8, lng float8, point_source text)`);
const COLUMN_LIST = sql.raw(COLUMNS.join(', '));
const ASSIGNMENTS = sql.raw(COLUMNS.map((column) => `${column} = t.${column}`).join(', '));

/** The listings that earlier imports created from these rows, by `sourceKey`. */
export async function findExisting(trx: Transaction<DB>, rows: { source: string; source_id: string }[]) {
  const { rows: found } = await sql<ExistingListing>`
    select l.id, l.level, l.owner_id, ${sql.raw(COLUMNS.map((column) => `l.${column}`).join(', '))}
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(source text, source_id text)
    join listings l using (source, source_id)`.execute(trx);
  return new Map(found.map((listing) => [sourceKey(listing), { ...listing, id: Number(listing.id) }]));
}

export const sourceKey = ({ source, source_id }: { source: string; source_id: string }) => `${source}\n${source_id}`;

/** Writes a batch: inserts new listings, updates changed ones, and skips those that an account has claimed. */
export async function writeListings(
  trx: Transaction<DB>,
  gazetteer: ReferenceData,
  origin: 'import' | 'open-data',
  rows: { draft: ImportedListing; existing?: ExistingListing }[],
): Promise<WriteResult> {
  const batch = rows.map(({ draft, existing }) => ({ draft: keepPoint(draft, existing), existing }));
  const newDrafts = batch.filter(({ existing }) => !existing).map(({ draft }) => draft);
  const changed = batch.flatMap(({ draft, existing }) =>
    existing && COLUMNS.some((column) => existing[column] !== draft[column]) ? [{ draft, existing }] : [],
  );
  const unclaimed = changed.filter(({ existing }) => existing.owner_id === null);

  const inserted = await insert(trx, origin, newDrafts);
  const updated = await update(trx, unclaimed);
  const toKeys = (listing: ImportedListing, id: number, paid: boolean) =>
    toSurrogateKeys({ ...toSlugs(gazetteer, listing), id, paid });
  return {
    added: inserted.length,
    updated: updated.size,
    unchanged: batch.length - newDrafts.length - changed.length,
    claimed: changed.length - updated.size,
    keys: [
      ...inserted.flatMap((id, index) => (newDrafts[index] ? toKeys(newDrafts[index], id, false) : [])),
      ...unclaimed
        .filter(({ existing }) => updated.has(existing.id))
        .flatMap(({ draft, existing }) => {
          const paid = existing.level !== 'free';
          return [...toKeys(existing, existing.id, paid), ...toKeys(draft, existing.id, paid)];
        }),
    ],
  };
}

/** The point of an address that the file has without coordinates may have been geocoded. */
function keepPoint(draft: ImportedListing, existing: ExistingListing | undefined): ImportedListing {
  const isSameAddress = existing?.address === draft.address && existing.zip === draft.zip;
  if (!isSameAddress || draft.lat !== null) return draft;
  return { ...draft, lat: existing.lat, lng: existing.lng, point_source: existing.point_source };
}

/** Inserts in the given order, so that ids are in that order. */
async function insert(trx: Transaction<DB>, origin: string, drafts: ImportedListing[]) {
  if (drafts.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into listings (origin, ${COLUMN_LIST})
    select ${origin}, ${COLUMN_LIST} from json_to_recordset(${JSON.stringify(drafts)}::json) as ${RECORD_TYPE}
    returning id`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

/** A claim during the import has precedence: claimed rows are not updated. */
async function update(trx: Transaction<DB>, changed: { draft: ImportedListing; existing: ExistingListing }[]) {
  if (changed.length === 0) return new Set<number>();
  const rows = changed.map(({ draft, existing }) => ({ ...draft, id: existing.id }));
  const result = await sql<{ id: number }>`
    update listings l set ${ASSIGNMENTS}, updated_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as ${RECORD_TYPE}
    where l.id = t.id and l.owner_id is null
    returning l.id`.execute(trx);
  return new Set(result.rows.map(({ id }) => Number(id)));
}

function toSlugs({ places, counties, locations, categories }: ReferenceData, listing: ImportedListing) {
  return {
    citySlug: places.byId.get(listing.place_id)?.slug ?? null,
    countySlug: counties.byId.get(listing.county_id)?.slug ?? '',
    zip: listing.zip,
    locationSlug: locations.byId.get(listing.location_id)?.slug ?? '',
    categorySlug: categories.byId.get(listing.category_id)?.slug ?? '',
    topCategorySlug: categories.byId.get(listing.top_category_id)?.slug ?? '',
  };
}
