import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** Ids of the reports and suggested edits of a merged listing. */
export interface MovedFeedback {
  reports: number[];
  suggestions: number[];
  /** The suggestions that one of the two is the duplicate of the other, which the merge accepts. */
  accepted: number[];
}

/** Moves what visitors said about a listing and nobody decided on yet to the one that it is merged into. */
export async function moveFeedback(
  trx: Transaction<DB>,
  { kept, merged, by }: { kept: number; merged: number; by: number },
): Promise<MovedFeedback> {
  const accepted = await getIds(
    trx,
    sql`
      update suggested_edits set decided_at = now(), decided_by = ${by}, outcome = 'accepted'
      where decided_at is null and kind = 'duplicate'
        and (listing_id = ${merged} and value = ${String(kept)} or listing_id = ${kept} and value = ${String(merged)})
      returning id`,
  );
  const suggestions = await getIds(
    trx,
    sql`update suggested_edits set listing_id = ${kept} where listing_id = ${merged} and decided_at is null returning id`,
  );
  // Of an account that reported both listings, its report of the kept one counts.
  const reports = await getIds(
    trx,
    sql`
      update reports set listing_id = ${kept}
      where listing_id = ${merged} and closed_at is null and not exists (
        select from reports other
        where other.listing_id = ${kept} and other.reporter_id = reports.reporter_id and other.closed_at is null)
      returning id`,
  );
  return { reports, suggestions, accepted };
}

/** Undoes `moveFeedback`, also for what was decided meanwhile. */
export async function returnFeedback(
  trx: Transaction<DB>,
  merged: number,
  { reports, suggestions, accepted }: MovedFeedback,
): Promise<void> {
  await sql`update reports set listing_id = ${merged} where id = any(${reports}::bigint[])`.execute(trx);
  await sql`update suggested_edits set listing_id = ${merged} where id = any(${suggestions}::bigint[])`.execute(trx);
  await sql`
    update suggested_edits set decided_at = null, decided_by = null, outcome = null
    where id = any(${accepted}::bigint[])`.execute(trx);
}

async function getIds(trx: Transaction<DB>, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (statement as RawBuilder<{ id: number }>).execute(trx);
  return rows.map(({ id }) => id);
}
