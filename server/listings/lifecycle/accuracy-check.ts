import { type Kysely, sql, type Transaction } from 'kysely';
import { findAccountOfMailing, markMailingsSent } from '#server/accounts/mailings.ts';
import type { EmailListing } from '#server/listings/emails.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { type Recipient, writeEmail } from '#server/platform/mail/write-email.ts';
import { accuracyCheckEmail } from './accuracy-check-email.ts';
import type { NoticeDeps } from './notices.ts';

/** Owners are asked about listings that they have neither confirmed nor changed for so long, and at most once in it. */
const CHECK_DAYS = 180;
const BATCH_SIZE = 100;

/**
 * Emails owners whether their listings are still right: all of an owner's in one email, with a link that confirms them. Once, however
 * many processes run this; only to confirmed addresses, because the email contains titles, and not if it was stopped. A daily task.
 */
export async function sendAccuracyChecks(db: Kysely<DB>, deps: NoticeDeps): Promise<void> {
  let count: number;
  do count = await db.transaction().execute((trx) => sendBatch(trx, deps));
  while (count === BATCH_SIZE);
}

/** @returns the number of due owners, including those that another process has emailed meanwhile */
async function sendBatch(trx: Transaction<DB>, { jobs, site }: NoticeDeps): Promise<number> {
  const { rows: owners } = await dueOwnersQuery().execute(trx);
  const mailings = await markMailingsSent(trx, {
    kind: 'accuracy-check',
    day: new Date().toISOString().slice(0, 10),
    accountIds: owners.map(({ id }) => id),
  });
  const { rows: listings } = await dueListingsQuery([...mailings.keys()]).execute(trx);
  const listingsByOwner = Map.groupBy(listings, ({ ownerId }) => ownerId);
  const emails = owners.flatMap(({ id, email: to, language }) => {
    const [mailingId, own] = [mailings.get(id), listingsByOwner.get(id)];
    if (mailingId === undefined || !own) return [];
    const link = deferToken('unsubscribe', mailingId);
    const oneClick = deferToken('one-click-unsubscribe', mailingId);
    const facts = { to, token: link.placeholder, oneClickToken: oneClick.placeholder, listings: own };
    return [{ ...writeEmail(language, () => accuracyCheckEmail(site, facts)), deferred: [link, oneClick] }];
  });
  if (emails.length > 0) await jobs.enqueueEmail(trx, emails);
  return owners.length;
}

const isPublic = sql`l.status = 'active' and not l.owner_suspended and (l.expires_at is null or l.expires_at > now())`;
const isDue = sql`${isPublic} and l.owner_id is not null
  and greatest(l.confirmed_at, l.updated_at) <= now() - make_interval(days => ${sql.lit(CHECK_DAYS)})`;

/** A batch of owners with due listings. Exported, like the other query, for the test of its query plan. */
export const dueOwnersQuery = () => sql<{ id: number } & Recipient>`
  select a.id, a.email, a.language from accounts a
  where a.id in (select l.owner_id from listings l where ${isDue})
    and a.is_active and a.email_confirmed_at is not null
    and not exists (
      select from mailings m where m.account_id = a.id and m.kind = 'accuracy-check'
        and (m.stopped_at is not null or m.mailed_for > current_date - ${sql.lit(CHECK_DAYS)}))
  order by a.id limit ${sql.lit(BATCH_SIZE)} for no key update of a skip locked`;

/** The due listings of owners. */
export const dueListingsQuery = (ownerIds: number[]) => sql<EmailListing & { ownerId: number }>`
  select l.id, l.owner_id as "ownerId", l.title, l.business_name, l.expires_at from listings l
  where l.owner_id = any(${ownerIds}) and ${isDue} order by l.title, l.id`;

/**
 * Confirms the public listings of an owner by the token of the email.
 * @throws {NotFound} when there is no such token
 */
export function confirmListings(db: Kysely<DB>, token: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ownerId = await findAccountOfMailing(trx, 'accuracy-check', token);
    await writeAndInvalidate(
      trx,
      sql`update listings l set confirmed_at = now() where l.owner_id = ${ownerId} and ${isPublic} returning l.*`,
    );
  });
}
