import { type Kysely, sql } from 'kysely';
import type { SourceDates } from '#server/import/source-dates.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Match } from './match-batch.ts';
import { isRenamed } from './renamed.ts';

/** Makes a question of each match with a listing to which newer data of another source gives another name. */
export async function questionNewNames(db: Kysely<DB>, matches: (Match | null)[], dates: SourceDates): Promise<void> {
  const renamed = matches.flatMap((match) => {
    if (match?.verdict !== 'same' || !('listing' in match.target)) return [];
    const { listing } = match.target;
    const isOther = listing.id > 0 && listing.source !== null && listing.source !== match.draft.source;
    return isOther && isRenamed(listing, match.draft) ? [{ match, id: listing.id }] : [];
  });
  if (renamed.length === 0) return;
  const ids = renamed.map(({ id }) => id);
  const { rows } = await sql<{ id: number; date: string | null }>`
    select l.id, coalesce(l.source_date, s.date) as date from listings l join sources s on s.name = l.source
    where l.id = any(${ids}::bigint[]) and l.owner_id is null and not l.facts ? 'name'`.execute(db);
  const dateOf = new Map(rows.map(({ id, date }) => [Number(id), date]));
  for (const { match, id } of renamed) {
    const date = dateOf.get(Number(id));
    if (date && dates.ofRow(match.draft) > date) match.verdict = 'doubtful';
  }
}
