import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import {
  type EnteredCode,
  type EnteredCodeInput,
  RECEIPT_ALPHABET,
  RECEIPT_CODE_LENGTH,
  type ReceiptListing,
} from '#contract/reviews/receipt-codes.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, Invalid } from '../http/errors.ts';
import { consumeRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { createToken, hashToken } from '../http/sessions.ts';
import { deferToken } from '../jobs/deferred-tokens.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { isListedFor, requireListing } from '../listings/members/access.ts';
import { writeEmail } from '../mail/language.ts';
import { CODE_USED, isUnused } from './author.ts';
import { codeEnteredEmail } from './emails.ts';

/** How long codes are valid. */
const VALID_MONTHS = 12;
/** The unused codes that a listing can have. */
const MAX_UNUSED = 1000;
const ADDRESS_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: 60 * 60 };
const EMAIL_RATE_LIMIT: RateLimit = { limit: 5, windowSeconds: 24 * 60 * 60 };
/** How long a link can be used to write the review, and afterwards to change it. */
const UNUSED_DAYS = 14;
// Less than `MONTHS_BETWEEN`, after which a review without another code would be a second one.
const KEPT_DAYS = 360;

/**
 * Makes codes for a listing. They are stored as hashes, so nobody can read them later.
 * @returns them, as they are printed: 'ABCDE-FGHJK'
 * @throws {NotFound} unless the account may edit the listing
 * @throws {Conflict} for more than 1,000 unused codes
 */
export async function makeCodes(
  db: Kysely<DB>,
  { accountId, listingId, count }: { accountId: number; listingId: number; count: number },
): Promise<string[]> {
  const codes = Array.from({ length: count }, randomCode);
  await db.transaction().execute(async (trx) => {
    await requireListing(trx, { accountId, id: listingId }, 'edit');
    await trx.selectFrom('listings').select('id').where('id', '=', listingId).forNoKeyUpdate().execute();
    const { rows } = await sql<{ unused: number }>`
      select coalesce(sum(count - used), 0)::int as unused from receipt_batches
      where listing_id = ${listingId} and expires_at > now()`.execute(trx);
    if ((rows[0]?.unused ?? 0) + count > MAX_UNUSED)
      throw new Conflict(t('This listing has 1,000 codes that nobody has used yet. Hand those out first.'));
    await sql`
      with batch as (
        insert into receipt_batches (listing_id, count, expires_at)
        values (${listingId}, ${count}, now() + make_interval(months => ${sql.lit(VALID_MONTHS)})) returning id
      )
      insert into receipt_codes (code_hash, batch_id) select hash, batch.id from batch, unnest(${codes.map(hashToken)}::bytea[]) as hash`.execute(
      trx,
    );
  });
  return codes.map((code) => `${code.slice(0, RECEIPT_CODE_LENGTH / 2)}-${code.slice(RECEIPT_CODE_LENGTH / 2)}`);
}

const randomCode = () =>
  Array.from({ length: RECEIPT_CODE_LENGTH }, () => RECEIPT_ALPHABET[randomInt(RECEIPT_ALPHABET.length)]).join('');

/** The listings that an account may edit, with their valid batches: how many of each were used, and not by whom. */
export async function listCodes(db: Kysely<DB>, accountId: number): Promise<ReceiptListing[]> {
  const { rows } = await codesQuery(accountId).execute(db);
  return rows;
}

/** Exported for the test of its query plan. */
export const codesQuery = (accountId: number) => sql<ReceiptListing>`
  select l.id, coalesce(l.title, '') as title, coalesce((
    select json_agg(json_build_object('id', b.id, 'count', b.count, 'used', b.used, 'createdAt', b.created_at, 'expiresAt', b.expires_at)
      order by b.id desc)
    from receipt_batches b where b.listing_id = l.id and b.expires_at > now()), '[]') as batches
  from listings l
  where ${isListedFor(accountId, 'edit', 'l')} and l.status in ('active', 'paused')
  order by l.id desc limit 100`;

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
  await consumeRateLimit(db, `receipt-code:${address}`, ADDRESS_RATE_LIMIT);
  return db.transaction().execute(async (trx) => {
    const codeHash = hashToken(code);
    const listing = await trx
      .selectFrom('receipt_codes as c')
      .innerJoin('receipt_batches as b', 'b.id', 'c.batch_id')
      .innerJoin('listings as l', 'l.id', 'b.listing_id')
      .select(['l.id', sql<string>`coalesce(l.title, '')`.as('title')])
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
        ...{ listing_id: listing.id, account_id: isConfirmed ? accountId : null },
        ...{ email, email_key: email.toLowerCase(), code_hash: codeHash, language },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isConfirmed) return { business: listing.title, id };
    await consumeRateLimit(
      trx,
      `receipt-code-mail:${hashToken(email.toLowerCase()).toString('base64url')}`,
      EMAIL_RATE_LIMIT,
    );
    const deferred = deferToken('entered-code', id);
    const link = { to: email, id, business: listing.title, token: deferred.placeholder };
    const message = writeEmail(account?.language ?? language, () => codeEnteredEmail(site, link));
    await jobs.enqueueEmail(trx, { ...message, deferred });
    return { business: listing.title, id: null };
  });
}

const invalidCode = () =>
  new Invalid(CODE_USED, [
    { path: 'code', message: t('We don’t know this code. This code was used already, or its time has passed.') },
  ]);

/**
 * Creates the token of a link for an email about an entered code that is being sent; only its hash is stored.
 * @returns null when that is gone
 */
export async function createEnteredCodeToken(db: Kysely<DB>, id: number): Promise<string | null> {
  const token = createToken();
  const { rows } = await sql`
    insert into entered_code_links (token_hash, entered_code_id)
    select ${hashToken(token)}, id from entered_codes where id = ${id} returning entered_code_id`.execute(db);
  return rows.length > 0 ? token : null;
}

/** Deletes codes that are too old, entered ones that were not used in two weeks, and others after 360 days. Runs daily. */
export async function deleteOldCodes(db: Kysely<DB>): Promise<void> {
  await sql`delete from receipt_batches where expires_at <= now()`.execute(db);
  await sql`
    delete from entered_codes where created_at <= now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
      or code_hash is not null and created_at <= now() - make_interval(days => ${sql.lit(UNUSED_DAYS)})`.execute(db);
}
