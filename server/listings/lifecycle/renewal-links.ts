import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { FREE_TERM_END } from '#server/listings/write/posting.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { transition } from './transition.ts';

/** How long a link renews a listing after its end. */
const DAYS_AFTER_END = 7;
const isUsable = sql`ends_at > now() - make_interval(days => ${sql.lit(DAYS_AFTER_END)})`;

/** Creates the token that renews a listing, for an email that is being sent; null when the listing has no end any more. */
export async function createRenewalToken(db: Kysely<DB>, listingId: number): Promise<string | null> {
  const token = createToken();
  const { rows } = await sql`
    insert into renewal_links (token_hash, listing_id, ends_at)
    select ${hashToken(token)}, id, expires_at from listings where id = ${listingId} and expires_at is not null
    returning listing_id`.execute(db);
  return rows.length > 0 ? token : null;
}

/**
 * Renews a listing for 30 days by the link of an email. It renews once: the end that it moves is another one then.
 * @param request.keepUp whether the owner's listings renew themselves from now on (keep-up.ts)
 * @returns the new end
 * @throws {NotFound} for a link that is none, was used, or is of a listing that ended more than a week ago
 * @throws {Conflict} when the listing is hidden, deleted or waits for approval
 */
export function renewByLink(
  db: Kysely<DB>,
  { token, keepUp }: { token: string; keepUp: boolean },
): Promise<{ id: number; title: string; until: Date }> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; ownerId: number }>`
      select l.id, l.owner_id as "ownerId" from renewal_links r join listings l on l.id = r.listing_id
      where r.token_hash = ${hashToken(token)} and ${isUsable} and l.expires_at = r.ends_at and l.owner_id is not null
      for no key update of l`.execute(trx);
    const [link] = rows;
    if (!link) throw new NotFound(t('This link was used, or is older than a week after the listing’s end.'));
    const { id, title, expires_at } = await transition(trx, 'renew', {
      id: link.id,
      by: { ownerId: link.ownerId },
      set: { expires_at: sql`greatest(expires_at, ${FREE_TERM_END})` },
    });
    if (keepUp) await sql`update accounts set keeps_listings_up = true where id = ${link.ownerId}`.execute(trx);
    return { id, title, until: expires_at as Date };
  });
}

/** Deletes the links that work no more. */
export async function deleteEndedRenewalLinks(db: Kysely<DB>): Promise<void> {
  await sql`delete from renewal_links where not ${isUsable}`.execute(db);
}
