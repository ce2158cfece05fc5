import { type Kysely, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { ContactMessage } from '#contract/contact/contact.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { refuseReservedNames } from '#server/accounts/names/reserved-names.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { RateLimit } from '#server/platform/http/rate-limit.ts';
import { writeToOperator } from '#server/platform/mail/write-email.ts';
import { contactMessageEmail } from './emails.ts';

const HOUR_SECONDS = 60 * 60;
const SPAM_RETENTION_DAYS = 30;
const RETENTION_DAYS = 365;

/** The dependencies of the contact form. */
export interface ContactDeps extends NoticeDeps {
  settings: Pick<SettingValues, 'contactMessagesPerHour'>;
}

interface Sender {
  /** Null if nobody is signed in. */
  accountId: number | null;
  /** The IP address, for the rate limit; not stored. */
  address: string;
  /** The language of the answer. */
  language: Language;
}

/**
 * Stores a message, and mails it to the support mailbox in the same transaction. The same text from the same sender is stored
 * once until it is answered.
 * There is no captcha: it excludes people, loads a foreign script and is solved by machines. Spam counts as open, so that it cannot
 * return word for word.
 * @throws {Invalid} for a name of who runs the site
 * @throws {TooManyRequests} after the messages that the settings allow from an address in an hour
 */
export async function submitMessage(
  db: Kysely<DB>,
  { leaveEmpty, inquiryType, ...message }: ContactMessage,
  { accountId, address, language }: Sender,
  { jobs, settings, site }: ContactDeps,
): Promise<void> {
  await refuseReservedNames(db, site, [{ name: message.name, path: 'name', accountId, isPerson: true }]);
  const limit: RateLimit = { limit: settings.contactMessagesPerHour, windowSeconds: HOUR_SECONDS };
  await consumeAddressRateLimit(db, 'contact', address, limit);
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('contact_messages')
      .values({
        ...message,
        inquiry_type: inquiryType,
        account_id: accountId,
        language,
      })
      .onConflict((again) => again.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored)
      await jobs.enqueueEmail(
        trx,
        writeToOperator(() => contactMessageEmail(site, { ...message, inquiryType })),
      );
  });
}

/** Deletes messages that were marked as spam at least 30 days ago, and all others a year after they arrived. Runs hourly. */
export async function deleteOldMessages(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from contact_messages
    where (status = 'spam' and spam_at <= now() - make_interval(days => ${sql.lit(SPAM_RETENTION_DAYS)}))
      or created_at <= now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`.execute(db);
}

/**
 * The messages of an account, for its export and its deletion (`PersonalData`). A deleted account's open messages can still be
 * answered, until `deleteOldMessages` deletes them.
 */
export const messagesPersonalData = {
  name: 'messages',
  export: (db: Kysely<DB>, accountId: number) => accountMessagesQuery(db, accountId).execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('contact_messages').where('account_id', '=', accountId).where('status', '<>', 'new').execute();
    // The foreign key sets the account of the others to null.
  },
};

/** All messages of an account, newest first. Exported for the test of its query plan. */
export const accountMessagesQuery = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('contact_messages')
    .select(['name', 'email', 'inquiry_type as inquiryType', 'subject', 'message', 'created_at as createdAt'])
    .select(['answer', 'answered_at as answeredAt'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc');
