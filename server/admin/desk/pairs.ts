import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { decidePair, undoPair } from '#server/import/matching/queue/matches.ts';
import { unmergeRow } from '#server/import/matching/unmerge-row.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';

/** Two listings, and who decides on them. */
interface PairDecision {
  /** The ids of the listings, in any order. */
  ids: [number, number];
  by: number;
}

/**
 * Merges two listings, also if no import had taken them for one business. It is listed among the decided pairs.
 * @param decision.keep the one that stays
 * @throws {NotFound} when one of them does not exist
 * @throws {Conflict} see `merge`, or when the pair is decided
 */
export const mergeListings = (db: Kysely<DB>, { keep, ...decision }: PairDecision & { keep: number }): Promise<void> =>
  decideListings(db, decision, (trx, id) => decidePair(trx, { id, by: decision.by, verdict: 'same', keep }));

/**
 * Decides that two listings are not one business, so that no import asks again.
 * @throws {NotFound} {Conflict} as `mergeListings` does
 */
export const separateListings = (db: Kysely<DB>, decision: PairDecision): Promise<void> =>
  decideListings(db, decision, (trx, id) => decidePair(trx, { id, by: decision.by, verdict: 'different' }));

/**
 * Undoes the merge of two listings: both are listed again, with what each had.
 * @throws {Conflict} when they are not merged
 */
export function splitListings(db: Kysely<DB>, { ids, by }: PairDecision): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const pair = await pairOf(trx, ids).where('verdict', '=', 'same').executeTakeFirst();
    if (!pair) throw new Conflict(t('These listings are not merged.'));
    await undoPair(trx, { id: pair.id, by });
  });
}

/**
 * Lists a row that an import took for this business, as `npm run unmerge` does.
 * @throws {Conflict} when the row is not merged into the listing
 */
export async function separateRow(
  db: Kysely<DB>,
  { id: listingId, source, sourceId, by }: { id: number; source: string; sourceId: string; by: number },
): Promise<void> {
  const reason = `Another business than row ${sourceId} of ${source}`;
  try {
    await unmergeRow(db, { source, id: sourceId, listingId }, async (trx) => {
      const permit = await authorizeDecision(trx, { kind: 'listing-kept', by, listings: [listingId] });
      await recordDecision(trx, permit, { kind: 'listing-kept', accountId: null, username: null, reason, listingId });
    });
  } catch (error) {
    if (error instanceof ImportError) throw new Conflict(t('This row is not merged into the listing anymore.'));
    throw error;
  }
}

function decideListings(
  db: Kysely<DB>,
  { ids, by }: PairDecision,
  decide: (trx: Transaction<DB>, pairId: number) => Promise<void>,
): Promise<void> {
  const [first, second] = ids;
  if (first === second) throw new Conflict(t('Choose another listing: this is the same one.'));
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from listings where id in (${first}, ${second}) and status <> 'sample'`.execute(
      trx,
    );
    if (rows[0]?.found !== 2) throw new NotFound(t('Listing not found'));
    await sql`
      insert into doubtful_pairs (listing_id, other_id, score)
      values (least(${first}::bigint, ${second}::bigint), greatest(${first}::bigint, ${second}::bigint), 0)
      on conflict do nothing`.execute(trx);
    const { id } = await pairOf(trx, ids).executeTakeFirstOrThrow();
    await authorizeDecision(trx, { kind: 'listing-kept', by, listings: ids, ref: id });
    // Who said that they are two businesses may think again.
    const set = { verdict: null, decided_at: null, decided_by: null };
    await trx
      .updateTable('doubtful_pairs')
      .set(set)
      .where('id', '=', pairOf(trx, ids).where('verdict', '=', 'different'))
      .execute();
    await decide(trx, id);
  });
}

const pairOf = (db: Kysely<DB>, ids: [number, number]) =>
  db
    .selectFrom('doubtful_pairs')
    .select('id')
    .where('listing_id', '=', Math.min(...ids))
    .where('other_id', '=', Math.max(...ids));
