import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { readPhone } from '#contract/values/phone.ts';
import { hashPassword, passwordMatches } from '#server/accounts/passwords/passwords.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import type { PhoneSender, PhoneWay } from '#server/platform/phone/phone-sender.ts';
import { approve } from './approval.ts';
import { type ClaimDeps, hasNoRival, isUndecided, lockClaim, upsertClaim } from './claims.ts';
import { findDoubts } from './doubts.ts';
import type { OwnershipDeps } from './ownership.ts';

const DAY_SECONDS = 24 * 60 * 60;
// Each costs the operator some cents, and rings at somebody who may not have asked.
const LISTING_RATE_LIMIT: RateLimit = { limit: 3, windowSeconds: DAY_SECONDS };
const ACCOUNT_RATE_LIMIT: RateLimit = { limit: 5, windowSeconds: DAY_SECONDS };
const ADDRESS_RATE_LIMIT: RateLimit = { limit: 5, windowSeconds: DAY_SECONDS };
const SITE_RATE_LIMIT: RateLimit = { limit: 200, windowSeconds: DAY_SECONDS };
const MAX_TRIES = 5;
/** A number on more listings than this is that of a chain, an agency or a call center. */
const MAX_LISTINGS_OF_NUMBER = 3;

/** A claim by the number of the listing. */
interface PhoneClaim {
  accountId: number;
  listingId: number;
}

/** A number that proves a claim: as it is listed, and in E.164. */
interface ProvingPhone {
  shown: string;
  number: string;
}

/**
 * The number of a listing, if who answers it may claim the listing: of the United States, without an extension, on at most 3 listings, without
 * a doubt about it or the claimant (`findDoubts`), while nobody else claims. See docs/decisions/0165-codes-to-the-listed-number.md.
 * @returns null if it proves nothing, or the listing cannot be claimed
 */
export async function findProvingPhone(
  db: Kysely<DB>,
  { accountId, listingId }: PhoneClaim,
): Promise<ProvingPhone | null> {
  const { rows } = await sql<{ phone: string }>`
    select l.phone from accounts a, public_listings l
    where a.id = ${accountId} and a.is_active and a.email_confirmed_at is not null
      and l.id = ${listingId} and l.owner_id is null and l.origin <> 'sample' and l.phone is not null and ${hasNoRival}
      and (select count(*) from (
        select from listings o where o.phone = l.phone and o.status in ('active', 'paused', 'hidden', 'waiting')
        limit ${sql.lit(MAX_LISTINGS_OF_NUMBER + 1)}) as same) <= ${sql.lit(MAX_LISTINGS_OF_NUMBER)}`.execute(db);
  const phone = rows[0] && readPhone(rows[0].phone);
  if (!phone || 'fault' in phone || phone.extension !== undefined || !/^\+1\d{10}$/.test(phone.number)) return null;
  const [doubts = []] = await findDoubts(db, [{ listingId, accountId }]);
  return doubts.every(({ about }) => about === 'website') ? { shown: phone.shown, number: phone.number } : null;
}

/**
 * Sends a code of six digits to the number of the listing. It works for 10 minutes, and replaces an earlier one.
 * @throws {Conflict} when the number proves nothing
 * @throws {TooManyRequests} after 3 codes for a listing, 5 of an account or a network address, and 200 of the site in a day
 * @throws {Unavailable} when it could not be sent
 */
export async function sendClaimCode(
  db: Kysely<DB>,
  claim: PhoneClaim & { way: PhoneWay; address: string },
  { phones, site }: { phones: PhoneSender | null } & Pick<ClaimDeps, 'site'>,
): Promise<void> {
  const { accountId, listingId, way, address } = claim;
  const phone = phones && (await findProvingPhone(db, claim));
  if (!phone) throw unproven();
  await consumeRateLimit(db, `claim-code:account:${accountId}`, ACCOUNT_RATE_LIMIT);
  await consumeAddressRateLimit(db, 'claim-code', address, ADDRESS_RATE_LIMIT);
  await consumeRateLimit(db, `claim-code:listing:${listingId}`, LISTING_RATE_LIMIT);
  await consumeRateLimit(db, 'claim-code:site', SITE_RATE_LIMIT);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = await hashPassword(code);
  await sql`
    insert into claim_codes (listing_id, account_id, phone, code_hash, expires_at)
    values (${listingId}, ${accountId}, ${phone.number}, ${hash}, now() + interval '10 minutes')
    on conflict (listing_id, account_id) do update set phone = excluded.phone, code_hash = excluded.code_hash,
      tries = 0, expires_at = excluded.expires_at`.execute(db);
  await phones.sendCode({ to: phone.number, code, way, siteName: site.name });
}

/**
 * Makes an account the owner of a listing by the code that was sent to its number. A code has 5 tries.
 * @throws {Invalid} for a wrong code, and one that was used up, replaced, or has expired
 * @throws {Conflict} when the listing can no longer be claimed, or its number proves nothing by now
 */
export async function claimByPhone(
  db: Kysely<DB>,
  { accountId, listingId, code }: PhoneClaim & { code: string },
  deps: OwnershipDeps,
): Promise<void> {
  // A try counts even if what follows fails.
  const { rows } = await sql<{ code_hash: string }>`
    update claim_codes set tries = tries + 1
    where listing_id = ${listingId} and account_id = ${accountId} and tries < ${sql.lit(MAX_TRIES)} and expires_at > now()
    returning code_hash`.execute(db);
  const hash = rows[0]?.code_hash;
  if (hash === undefined)
    throw new Invalid(t('This code has expired or was tried too often. Please ask for a new one.'));
  if (!(await passwordMatches(hash, code))) throw invalid(t('That’s not the code. Please check it and try again.'));
  await db.transaction().execute(async (trx) => {
    await lockClaim(trx, { accountId, listingId });
    const phone = await findProvingPhone(trx, { accountId, listingId });
    const used = await trx
      .deleteFrom('claim_codes')
      .where('listing_id', '=', listingId)
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hash)
      .returning('phone')
      .executeTakeFirst();
    if (!phone || used?.phone !== phone.number) throw unproven();
    const { id } = await upsertClaim(trx, { account_id: accountId, listing_id: listingId, note: '', email: null });
    const claim = { id, listing_id: listingId, account_id: accountId };
    await approve(trx, claim, { expectedState: isUndecided, conflict: unproven() }, deps);
  });
}

const invalid = (message: string) => new Invalid(message, [{ path: 'code', message }]);

const unproven = () =>
  new Conflict(t('The phone number doesn’t verify this business. Claim it another way, and we’ll review it.'));
