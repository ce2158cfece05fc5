import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AdminListing, AdminListingState, AdminListingsQuery } from '#contract/admin/listings.ts';
import { EXAMINED_LISTINGS } from '#contract/limits.ts';
import type { Level } from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import { shownLevel } from '#server/listings/read/owner-listings.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import { getCategoryName, getCountyName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { encodeCursor, parseCursor, type TimePosition, timePosition } from '#server/platform/http/cursor.ts';
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
  merged_into: number | null;
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

/**
 * Prepares the pages of a filter. Where it has words, listings that have them all as they are come first, then those with words that begin so:
 * 'Corona' before 'Coronado'. See docs/decisions/0197-whole-words-come-first-in-the-table.md.
 * @throws {Invalid} for a telephone that nobody can have
 */
export async function openTable(db: Kysely<DB>, gazetteer: ReferenceData, asked: AskedFilter) {
  const all = await resolveFilter(db, gazetteer, asked);
  const hasParts = all.words?.some(({ isWhole }) => !isWhole) === true;
  const tables = new Map<Part | undefined, ReturnType<typeof chooseTable>>();
  const open = (part?: Part) => {
    const table = tables.get(part) ?? chooseTable(db, toPartFilter(all, part));
    tables.set(part, table);
    return table;
  };
  return {
    /** @throws {Invalid} for a malformed cursor */
    async readPage({ sort, limit, cursor }: Pick<AdminListingsQuery, 'sort' | 'limit' | 'cursor'>) {
      const position = cursor === undefined ? undefined : parseCursor(cursor, tablePosition);
      const readPart = async (part: Part | undefined, max: number, isContinued: boolean) => {
        const after = isContinued && position && 'at' in position ? position : undefined;
        return readRows(db, { ...(await open(part)), sort, after }, { limit: max, part });
      };
      const answer = async ({ rows, next }: Rows) => {
        const table = await open();
        return {
          listings: rows.map((row) => toAdminListing(gazetteer, row)),
          cursor: next && encodeCursor(next),
          total: table.candidates.areFew ? await countRows(db, table) : null,
        };
      };
      if (!hasParts || (position && position.part !== 'whole'))
        return answer(await readPart(position?.part, limit, true));
      const whole = await readPart('whole', limit, true);
      // None of the newest ones has the words as they are: one that does is not worth looking through all.
      if (!position && whole.next && whole.rows.length === 0) return answer(await readPart(undefined, limit, false));
      if (whole.next) return answer(whole);
      const left = limit - whole.rows.length;
      const begun = await readPart('begun', Math.max(left, 1), false);
      return left > 0
        ? answer({ rows: [...whole.rows, ...begun.rows], next: begun.next })
        : answer({ rows: whole.rows, next: begun.rows.length > 0 || begun.next ? { part: 'begun' } : null });
    },
  };
}

async function chooseTable(db: Kysely<DB>, filter: ResolvedFilter) {
  return { filter, candidates: chooseCandidates(filter, await readFrequencies(db, filter)) };
}

type Part = 'whole' | 'begun';

/** The last row of a page and the part that it is in, if the words of the filter divide its rows; without a row before the first one. */
const tablePosition = z.union([
  timePosition.extend({ part: z.enum(['whole', 'begun']).optional() }),
  z.strictObject({ part: z.literal('begun') }),
]);

/** What a part of the rows asks of a listing. Exported for the test of its plans. */
export const toPartFilter = ({ words, ...filter }: ResolvedFilter, part: Part | undefined): ResolvedFilter => ({
  ...filter,
  words: part === 'whole' ? words?.map((word) => ({ ...word, isWhole: true })) : words,
  ...(part === 'begun' && words && { notWhole: words }),
});

interface Rows {
  rows: AdminListingRow[];
  next: z.infer<typeof tablePosition> | null;
}

async function readRows(
  db: Kysely<DB>,
  table: Table,
  { limit, part }: { limit: number; part: Part | undefined },
): Promise<Rows> {
  const { rows } = await rowsQuery(table, limit + 1).execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const position =
    rows.length > limit && last ? { at: last.created_at, id: last.id } : await readLastExamined(db, table);
  return { rows: page, next: position && { ...position, ...(part && { part }) } };
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
    (select m.kept_id from listing_merges m where m.merged_id = l.id and l.status = 'deleted') as merged_into,
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
async function readLastExamined(db: Kysely<DB>, table: Table): Promise<TimePosition | null> {
  const { rows } = await sql<TimePosition>`
    select l.created_at as at, l.id from ${examined(table)} as l order by ${toOrder(table)}
    offset ${sql.lit(EXAMINED_LISTINGS - 1)}`.execute(db);
  return rows[0] ?? null;
}

/** The rows on all pages; null if there are more candidates than a page looks through. */
async function countRows(
  db: Kysely<DB>,
  { filter, candidates }: Pick<Table, 'filter' | 'candidates'>,
): Promise<number | null> {
  const { rows } = await sql<{ total: number; examined: number }>`
    select count(*) filter (where ${toWhere(toConditions(filter))})::int as total, count(*)::int as examined
    from ${examined({ filter, candidates, sort: 'newest', after: undefined })} as l`.execute(db);
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
    mergedInto: row.merged_into,
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
