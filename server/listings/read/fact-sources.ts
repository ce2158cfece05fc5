import { type Kysely, type Selectable, sql } from 'kysely';
import { FACT_NAMES, type FactSource, type PossibleClosure } from '#contract/fact-sources.ts';
import type { DB, Listings } from '#server/db/schema.ts';
import { type FactOrigin, type FactOrigins, getOrigin } from '../facts.ts';

/** Where the facts of a listing are from. */
export interface Provenance {
  sources: FactSource[];
  possibleClosure: PossibleClosure | null;
}

/** That of a listing without a source. */
export const NO_PROVENANCE: Provenance = { sources: [], possibleClosure: null };

type Row = Pick<Selectable<Listings>, 'id' | 'source' | 'source_date' | 'facts'>;

/** Finds what the page of a listing says about its sources. */
export async function findProvenance(db: Kysely<DB>, row: Row): Promise<Provenance> {
  if (row.source === null) return NO_PROVENANCE;
  const facts = row.facts as unknown as FactOrigins;
  const names = [row.source, ...Object.values(facts).flatMap((origin) => ('source' in origin ? origin.source : []))];
  const { rows } = await provenanceQuery(row.id, names).execute(db);
  const known = new Map(rows.map((source) => [source.name, source]));
  const present = (origin: Extract<FactOrigin, { source: string }>) => ({
    title: known.get(origin.source)?.title ?? origin.source,
    date: origin.date || (known.get(origin.source)?.date ?? null),
    url: known.get(origin.source)?.url ?? null,
  });
  const listing = { source: row.source, source_date: row.source_date ?? '', facts };
  const groups = Map.groupBy(FACT_NAMES, (name) => JSON.stringify(getOrigin(name, listing)));
  const sources = [...groups].flatMap(([key, names]) => {
    const origin: FactOrigin = JSON.parse(key);
    return 'source' in origin ? [{ facts: names.some((name) => !facts[name]) ? [] : names, ...present(origin) }] : [];
  });
  const closure = rows.find((source) => source.reason !== null);
  return {
    sources: sources.toSorted((a, b) => a.facts.length - b.facts.length),
    possibleClosure: closure?.reason
      ? { title: closure.title, date: closure.closure_date, reason: closure.reason }
      : null,
  };
}

interface SourceRow {
  name: string;
  title: string;
  date: string | null;
  url: string | null;
  reason: PossibleClosure['reason'] | null;
  closure_date: string | null;
}

/** Exported for the test of its query plan. */
export const provenanceQuery = (id: number, names: string[]) => sql<SourceRow>`
  select name, title, s.date, url, c.reason, c.date as closure_date
  from sources s left join possible_closures c on c.listing_id = ${id} and c.source = s.name
  where name = any(${names})`;
