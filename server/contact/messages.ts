import { type Kysely, sql, type Transaction } from 'kysely';
import type { ContactMessage } from '#contract/contact.ts';
import type { DB } from '../db/schema.ts';
import { consumeRateLimit, type RateLimit } from '../http/rate-limit.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { contactMessageEmail } from './emails.ts';

const IP_RATE_LIMIT: RateLimit = { limit: 10, windowSeconds: 60 * 60 };
const SPAM_RETENTION_DAYS = 30;

/** Who sends a message. */
interface Sender {
  /** Null for a visitor who is not signed in. */
  accountId: number | null;
  /** Of the network; counted, and not kept. */
  address: string;
}

/**
 * Takes what somebody writes to us: stored, and mailed to the mailbox for support if, and only if, it was stored. The same
 * words of the same sender are one message until it is answered. What fell into the trap of the form is stored as spam, for
 * the administrator to look through, and not mailed.
 * See docs/decisions/0034-contact-message-deduplication-and-spam.md.
 * @throws {TooMany} after 10 messages from an address in an hour
 */
export async function submitMessage(
  db: Kysely<DB>,
  { homepage: honeypot, inquiryType, ...message }: ContactMessage,
  { accountId, address }: Sender,
  { jobs, site }: NoticeDeps,
): Promise<void> {
  await consumeRateLimit(db, `contact:${address}`, IP_RATE_LIMIT);
  const isSpam = honeypot !== '';
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('contact_messages')
      .values({
        ...message,
        inquiry_type: inquiryType,
        account_id: accountId,
        ...(isSpam && { status: 'spam', spam_at: sql`now()` }),
      })
      .onConflict((again) => again.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored && !isSpam) await jobs.enqueueEmail(trx, contactMessageEmail(site, { ...message, inquiryType }));
  });
}

/** Removes what was marked as spam 30 days ago. */
export async function deleteOldSpam(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from contact_messages
    where status = 'spam' and spam_at <= now() - make_interval(days => ${sql.lit(SPAM_RETENTION_DAYS)})`.execute(db);
}

/**
 * What an account has written to us, for its export and its deletion (`Belongings`). Who waits for an answer gets it after
 * that as well; of an answered message the name and the email go.
 */
export const messagesPersonalData = {
  name: 'messages',
  export: (db: Kysely<DB>, accountId: number) => accountMessagesQuery(db, accountId).execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    const own = trx.updateTable('contact_messages').where('account_id', '=', accountId);
    await own.set({ name: null, email: null }).where('status', '=', 'answered').execute();
    // From the others the foreign key lets go.
  },
};

/** All messages of an account, newest first. Exported for the test that looks at its plan. */
export const accountMessagesQuery = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('contact_messages')
    .select(['name', 'email', 'inquiry_type as inquiryType', 'subject', 'message', 'created_at as createdAt'])
    .select(['answer', 'answered_at as answeredAt'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc');
