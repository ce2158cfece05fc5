import { type Kysely, sql } from 'kysely';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { EnteredCode, EnteredCodeInput } from '#contract/reviews/receipt-codes.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { consumeOnCommit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { toMailboxKey } from '#server/platform/mail/mailbox.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { codeEnteredEmail } from './emails.ts';
import { CODE_USED, isUnused } from './unused-codes.ts';

const ADDRESS_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: 60 * 60 };
const EMAIL_RATE_LIMIT: RateLimit = { limit: 5, windowSeconds: 24 * 60 * 60 };

/**
 * Takes the code of a card. Signed in with a confirmed address, one can write the review at once; else by the link in an email. The code is
 * used only when the review is written.
 * @throws {Invalid} for a code that is none, was used, or is too old, and without an address
 * @throws {TooManyRequests} after 20 codes from a network address in an hour, or 5 emails to an address in a day
 */
export async function enterCode(
  db: Kysely<DB>,
  { code, email: typed }: EnteredCodeInput,
  { accountId, address, language }: { accountId: number | null; address: string; language: Language },
  { jobs, site }: NoticeDeps,
): Promise<EnteredCode> {
  await consumeAddressRateLimit(db, 'receipt-code', address, ADDRESS_RATE_LIMIT);
  return db.transaction().execute(async (trx) => {
    const codeHash = hashToken(code);
    const listing = await trx
      .selectFrom('receipt_codes as c')
      .innerJoin('receipt_batches as b', 'b.id', 'c.batch_id')
      .innerJoin('listings as l', 'l.id', 'b.listing_id')
      .select(['l.id', sql<string>`coalesce(l.business_name, '')`.as('business')])
      .where('c.code_hash', '=', codeHash)
      .where(isUnused(sql`c.code_hash`))
      .executeTakeFirst();
    if (!listing) throw invalidCode();
    const account = await trx
      .selectFrom('accounts')
      .select(['email', 'email_confirmed_at', 'language'])
      .where('id', '=', accountId)
      .where('is_active', '=', true)
      .executeTakeFirst();
    const email = account?.email ?? typed;
    if (email === undefined)
      throw new Invalid(t('Enter your email address.'), [{ path: 'email', message: t('Enter your email address.') }]);
    const isConfirmed = account?.email != null && account.email_confirmed_at !== null;
    const { id } = await trx
      .insertInto('entered_codes')
      .values({
        listing_id: listing.id,
        account_id: isConfirmed ? accountId : null,
        email,
        email_key: emailKey(email),
        code_hash: codeHash,
        language,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isConfirmed) return { business: listing.business, id };
    await consumeOnCommit(trx, `receipt-code-mail:${toMailboxKey(email)}`, EMAIL_RATE_LIMIT);
    const deferred = deferToken('entered-code', id);
    const link = { to: email, id, token: deferred.placeholder };
    const message = writeEmail(account?.language ?? language, () => codeEnteredEmail(site, link));
    await jobs.enqueueEmail(trx, { ...message, deferred });
    return { business: listing.business, id: null };
  });
}

const invalidCode = () =>
  new Invalid(CODE_USED, [
    { path: 'code', message: t('We don’t know this code. This code was used already, or its time has passed.') },
  ]);
