import { type Kysely, sql } from 'kysely';
import type { AdminListing, adminListingsExportSchema } from '#contract/admin/listings.ts';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import type { z } from '#contract/zod.ts';
import { toCell } from '#server/admin/exports/export.ts';
import { selectFact, withFacts } from '#server/admin/exports/listing-facts.ts';
import { csvCell } from '#server/import/report.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { openTable } from './table.ts';

// So few that other requests are answered between two pages of a long file.
const PAGE = 100;

const COLUMNS: Record<string, (listing: AdminListing) => string | number | null> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  business_name: ({ businessName }) => businessName,
  // `state` is California, as in the files that an import reads.
  status: ({ state }) => state,
  plan: ({ level }) => level,
  category: ({ category }) => category,
  address: ({ address }) => address,
  city: ({ city }) => city,
  county: ({ county }) => county,
  zip: ({ zip }) => zip,
  phone: ({ phone }) => phone,
  website: ({ website }) => website,
  owner: ({ owner }) => owner?.username ?? null,
  source: ({ source }) => source,
  posted: ({ createdAt }) => createdAt,
  changed: ({ updatedAt }) => updatedAt,
  expires: ({ expiresAt }) => expiresAt,
  open_reports: ({ reports }) => reports,
};

/**
 * All rows of a filter as CSV with a heading, page by page, so that its memory does not grow with them. Its names are English, as the columns’.
 * @throws {Invalid} for a telephone that nobody can have
 */
export async function exportListings(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  { sort, ...filter }: z.infer<typeof adminListingsExportSchema>,
): Promise<AsyncIterable<string>> {
  const table = await openTable(db, gazetteer, filter);
  const readPage = (cursor: string | null) =>
    inLanguage(DEFAULT_LANGUAGE, () => table.readPage({ sort, limit: PAGE, ...(cursor !== null && { cursor }) }));
  const columns = Object.keys(COLUMNS);
  const facts = withFacts(columns).slice(columns.length);
  return (async function* () {
    yield `${[...columns, ...facts].join(',')}\n`;
    let cursor: string | null = null;
    do {
      const page = await readPage(cursor);
      const byId = await readFacts(db, facts, page.listings);
      yield page.listings.map((listing) => toLine(listing, facts, byId.get(listing.id) ?? {})).join('');
      cursor = page.cursor;
    } while (cursor !== null);
  })();
}

type Facts = Record<string, unknown>;

/** The facts that the table does not show, from which an import makes the same listing. */
async function readFacts(db: Kysely<DB>, facts: string[], listings: AdminListing[]): Promise<Map<number, Facts>> {
  const ids = listings.map(({ id }) => id);
  const { rows } = await sql<Facts & { id: number }>`
    select id, ${sql.join(facts.map(selectFact))} from listings where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const toLine = (listing: AdminListing, facts: string[], row: Facts) =>
  `${[
    ...Object.values(COLUMNS).map((toValue) => csvCell(toValue(listing) ?? '')),
    ...facts.map((column) => toCell(row[column])),
  ].join(',')}\n`;
