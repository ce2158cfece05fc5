import { type Kysely, sql } from 'kysely';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { FREE_TERM_END } from '#server/listings/write/posting.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NOTICE_DAYS } from './notices.ts';
import { FREE_DAYS } from './states.ts';

const BATCH = 200;

/**
 * Renews the listings of owners who said 'Keep my free listings up' and have used the site or an email's link in the term, a day before they
 * would be reminded. Hourly: who comes later in the term is renewed then. A listing that is renewed is not due again.
 */
export async function renewKeptListings(db: Kysely<DB>): Promise<void> {
  let count: number;
  do {
    count = await db.transaction().execute(async (trx) => {
      const renewed = await writeAndInvalidate(trx, dueForRenewalQuery());
      for (const { id, owner_id } of renewed)
        await recordAuditEvent(trx, { kind: 'listing-renewed', accountId: owner_id, username: null, listingId: id });
      return renewed.length;
    });
  } while (count === BATCH);
}

const TERM_START = sql`l.expires_at - make_interval(days => ${sql.lit(FREE_DAYS)})`;

/** Renews a batch and returns the listings. Exported for the test of its query plan. */
export const dueForRenewalQuery = () => sql`
  with due as materialized (
    select l.id from listings l join accounts a on a.id = l.owner_id
    where l.expires_at > now() and l.expires_at <= now() + make_interval(days => ${sql.lit(NOTICE_DAYS + 1)})
      and l.status = 'active' and not l.owner_suspended and a.keeps_listings_up
      and (l.confirmed_at > ${TERM_START}
        or exists (select from sessions s where s.account_id = a.id and s.last_seen_at > ${TERM_START})
        or exists (select from known_devices d where d.account_id = a.id and d.last_used_at > ${TERM_START})
        or exists (select from conversation_links c where c.account_id = a.id and c.opened_at > ${TERM_START}))
    order by l.expires_at
    limit ${sql.lit(BATCH)}
    for no key update of l skip locked
  )
  update listings l set expires_at = greatest(l.expires_at, ${FREE_TERM_END}) from due where l.id = due.id
  returning l.*`;
