import { type Kysely, sql, type Transaction } from 'kysely';
import { HELD_FROM, toScore } from '#contract/reviews/fake-signs.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findFakeSigns } from './fake-signs.ts';
import { publishReview, type ReviewDeps } from './publish.ts';
import { readContent, reviewRows } from './stored-review.ts';

const BATCH = 500;

/**
 * Shows the reviews and changes whose time has come, if there are still no signs of a fake; the others wait for a person from now on.
 * Runs every ten minutes.
 * @throws {AggregateError} of those that failed, which do not keep the others
 */
export async function releaseReviews(db: Kysely<DB>, deps: ReviewDeps): Promise<void> {
  const due = await db
    .selectFrom('reviews')
    .select('id')
    .where('release_at', '<=', sql<Date>`now()`)
    .orderBy('release_at')
    .limit(BATCH)
    .execute();
  const failures: unknown[] = [];
  for (const { id } of due)
    await db
      .transaction()
      .execute((trx) => release(trx, id, deps))
      .catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some reviews were not released');
}

async function release(trx: Transaction<DB>, id: number, deps: ReviewDeps): Promise<void> {
  const review = await reviewRows(trx)
    .where('r.id', '=', id)
    .where('r.release_at', '<=', sql<Date>`now()`)
    .forNoKeyUpdate('r')
    .executeTakeFirst();
  // Another process was quicker.
  if (!review) return;
  const { stars, body: text } = readContent(review);
  const signs = await findFakeSigns(
    trx,
    {
      listingId: review.listing_id,
      emailKey: review.email_key,
      stars,
      text,
      network: review.network,
      device: review.device,
      writtenAt: review.waiting_since,
    },
    deps.settings,
  );
  if (toScore(signs) < HELD_FROM) return publishReview(trx, review, null, deps);
  await trx.updateTable('reviews').set({ fake_signs: signs, release_at: null }).where('id', '=', id).execute();
}
