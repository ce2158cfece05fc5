import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AdminListing, AdminListingState, AdminListingsQuery } from '#contract/admin/listings.ts';
import { EXAMINED_LISTINGS } from '#contract/limits.ts';
import type { Level } from '#contract/listings.ts';
import { shownLevel } from '#server/listings/read/owner-listings.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import { getCategoryName, getCountyName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { encodeCursor, paginate, parseCursor, type TimePosition, timePosition } from '#server/platform/http/cursor.ts';
import { type Candidates, chooseCandidates } from './candidates.ts';
import { type ResolvedFilter, STATE, toConditions, toDayConditions } from './conditions.ts';
import { type AskedFilter, readFrequencies, resolveFilter } from './resolve-filter.ts';

/** One page of the table. */
export interface AdminListingPage {
  listings: AdminListing[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of rows on all pages; null where too many listings would have to be looked through. */
  total: number | null;
}

interface AdminListingRow {
  id: number;
  title: string;
  business_name: string;
  state: AdminListingState;
  level: Level;
  category_id: number;
  address: string | null;
  city: string;
  county_id: number;
  zip: string;
  phone: string | null;
  website: string | null;
  owner_id: number | null;
  owner_username: string | null;
  source: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date | null;
  reports: number;
}

/** Prepares the pages of a filter. @throws {Invalid} for a telephone that nobody can have */
export async function openTable(db: Kysely<DB>, gazetteer: ReferenceData, asked: AskedFilter) {
  const filter = await resolveFilter(db, gazetteer, asked);
  const candidates = chooseCandidates(filter, await readFrequencies(db, filter));
  return {
    /** @throws {Invalid} for a malformed cursor */
    async readPage({ sort, limit, cursor }: Pick<AdminListingsQuery, 'sort' | 'limit' | 'cursor'>) {
      const table = {
        filter,
        candidates,
        sort,
        after: cursor === undefined ? undefined : parseCursor(cursor, timePosition),
      };
      const { rows } = await rowsQuery(table, limit + 1).execute(db);
      const page = paginate(rows, limit, ({ created_at, id }) => ({ at: created_at, id }));
      return {
        listings: page.page.map((row) => toAdminListing(gazetteer, row)),
        cursor: page.cursor ?? (await readLastExamined(db, table)),
        total: candidates.areFew ? await countRows(db, table) : null,
      };
    },
  };
}

/** A page of the table. @throws {Invalid} for a malformed cursor or a telephone that nobody can have */
export async function listAllListings(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  query: AdminListingsQuery,
): Promise<AdminListingPage> {
  return (await openTable(db, gazetteer, query)).readPage(query);
}

interface Table {
  filter: ResolvedFilter;
  candidates: Candidates;
  sort: AdminListingsQuery['sort'];
  after: TimePosition | undefined;
}

/** The rows after a position, among the first candidates after it. Exported for the test of its plans. */
export const rowsQuery = (table: Table, limit: number) => sql<AdminListingRow>`
  select l.id, l.title, l.business_name, ${STATE} as state, ${shownLevel} as level, l.category_id, l.address, l.city, l.county_id, l.zip,
    l.phone, l.website, l.owner_id, o.username as owner_username, l.source, l.created_at, l.updated_at, l.expires_at,
    (select count(*)::int from reports r where r.listing_id = l.id and r.closed_at is null) as reports
  from (
    select l.* from ${examined(table)} as l where ${toWhere(toConditions(table.filter))} order by ${toOrder(table)} limit ${sql.lit(limit)}
  ) as l left join accounts o on o.id = l.owner_id
  order by ${toOrder(table)}`;

/** The first candidates after the position, which a page looks through. */
function examined(table: Table) {
  const part = (source: RawBuilder<unknown>) => sql`(
    select l.* from listings l where ${toWhere([source, ...isAfter(table)])} order by ${toOrder(table)} limit ${EXAMINED})`;
  const parts = table.candidates.sources.map(part);
  return parts.length === 1
    ? part(table.candidates.sources[0] as RawBuilder<unknown>)
    : sql`(select l.* from (${sql.join(parts, sql` union all `)}) as l order by ${toOrder(table)} limit ${EXAMINED})`;
}

/** The position of the last listing that a page has looked through, if there may be more. */
async function readLastExamined(db: Kysely<DB>, table: Table): Promise<string | null> {
  const { rows } = await sql<TimePosition>`
    select l.created_at as at, l.id from ${examined(table)} as l order by ${toOrder(table)}
    offset ${sql.lit(EXAMINED_LISTINGS - 1)}`.execute(db);
  return rows[0] ? encodeCursor(rows[0]) : null;
}

/** The rows on all pages; null if there are more candidates than a page looks through. */
async function countRows(db: Kysely<DB>, table: Table): Promise<number | null> {
  const { rows } = await sql<{ total: number; examined: number }>`
    select count(*) filter (where ${toWhere(toConditions(table.filter))})::int as total, count(*)::int as examined
    from ${examined({ ...table, after: undefined })} as l`.execute(db);
  const { total, examined: all } = rows[0] ?? { total: 0, examined: 0 };
  return all < EXAMINED_LISTINGS ? total : null;
}

const EXAMINED = sql.lit(EXAMINED_LISTINGS);

const toWhere = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;

const toOrder = ({ sort }: Table) => (sort === 'newest' ? sql`l.created_at desc, l.id desc` : sql`l.created_at, l.id`);

/** After the position, and within the days of the filter, so that the index begins there. */
const isAfter = ({ sort, after, filter }: Table): RawBuilder<unknown>[] => [
  ...(after ? [sql`(l.created_at, l.id) ${sort === 'newest' ? sql`<` : sql`>`} (${after.at}, ${after.id})`] : []),
  ...toDayConditions(filter),
];

function toAdminListing({ categories, counties }: ReferenceData, row: AdminListingRow): AdminListing {
  const category = categories.byId.get(row.category_id);
  const county = counties.byId.get(row.county_id);
  return {
    id: row.id,
    title: row.title,
    businessName: row.business_name,
    state: row.state,
    level: row.level,
    category: category ? getCategoryName(category) : '',
    address: row.address,
    city: row.city,
    county: county ? getCountyName(county) : '',
    zip: row.zip,
    phone: row.phone,
    website: row.website,
    owner: row.owner_id === null ? null : { id: row.owner_id, username: row.owner_username ?? '' },
    source: row.source,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    reports: row.reports,
  };
}
