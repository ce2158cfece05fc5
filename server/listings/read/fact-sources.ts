import { type Kysely, type Selectable, sql } from 'kysely';
import { FACT_NAMES, type FactSource, type PossibleClosure } from '#contract/fact-sources.ts';
import { type FactOrigin, type FactOrigins, getOrigin } from '#server/listings/facts.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { isAged } from './aged-source.ts';
import { getSourceTitle } from './source-title.ts';

/** Where the facts of a listing are from. */
export interface Provenance {
  sources: FactSource[];
  possibleClosure: PossibleClosure | null;
  /** Whether visitors are asked if the business is still there, because its source is old. */
  asksPresence: boolean;
}

/** The provenance of a listing without a source. */
export const NO_PROVENANCE: Provenance = { sources: [], possibleClosure: null, asksPresence: false };

type Row = Pick<Selectable<Listings>, 'id' | 'owner_id' | 'source' | 'source_date' | 'facts'>;

/** Finds what the page of a listing says about its sources. */
export async function findProvenance(db: Kysely<DB>, row: Row): Promise<Provenance> {
  const [sources, possibleClosure] = await Promise.all([findSources(db, row), findPossibleClosure(db, row.id)]);
  return { sources, possibleClosure, asksPresence: isAged(row, sources[0]?.date ?? null) };
}

async function findSources(db: Kysely<DB>, row: Row): Promise<FactSource[]> {
  if (row.source === null) return [];
  const facts = row.facts as unknown as FactOrigins;
  const names = [row.source, ...Object.values(facts).flatMap((origin) => ('source' in origin ? origin.source : []))];
  const { rows } = await sourcesQuery(names).execute(db);
  const known = new Map(rows.map((source) => [source.name, source]));
  const present = (origin: Extract<FactOrigin, { source: string }>) => ({
    title: getSourceTitle(known.get(origin.source)?.title ?? origin.source),
    date: origin.date || null,
    url: known.get(origin.source)?.url ?? null,
  });
  const listing = { source: row.source, source_date: row.source_date ?? known.get(row.source)?.date ?? '', facts };
  const groups = Map.groupBy(FACT_NAMES, (name) => JSON.stringify(getOrigin(name, listing)));
  const sources = [...groups].flatMap(([key, names]) => {
    const origin: FactOrigin = JSON.parse(key);
    return 'source' in origin ? [{ facts: names.some((name) => !facts[name]) ? [] : names, ...present(origin) }] : [];
  });
  return sources.toSorted((a, b) => a.facts.length - b.facts.length);
}

async function findPossibleClosure(db: Kysely<DB>, id: number): Promise<PossibleClosure | null> {
  const { rows } = await possibleClosureQuery(id).execute(db);
  const closure = rows[0];
  return closure ? { ...closure, title: closure.title && getSourceTitle(closure.title) } : null;
}

interface SourceRow {
  name: string;
  title: string;
  date: string | null;
  url: string | null;
}

/** Exported, like the other query, for the test of its query plan. */
export const sourcesQuery = (names: string[]) => sql<SourceRow>`
  select name, title, date, url from sources where name = any(${names})`;

/** The source is none where visitors reported the closure. */
export const possibleClosureQuery = (id: number) => sql<PossibleClosure>`
  select coalesce(s.title, c.source) as title, c.date, c.reason
  from possible_closures c left join sources s on s.name = c.source where c.listing_id = ${id}`;
