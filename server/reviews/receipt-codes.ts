import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { RECEIPT_ALPHABET, RECEIPT_CODE_LENGTH, type ReceiptListing } from '#contract/reviews/receipt-codes.ts';
import { readAddress, toStreetLine } from '#contract/values/address.ts';
import { isListedFor, requireListing } from '#server/listings/members/access.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/sessions.ts';

/** How long codes are valid. */
const VALID_MONTHS = 12;
/** The unused codes that a listing can have. */
const MAX_UNUSED = 1000;

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
  return rows.map(({ address, ...row }) => ({ ...row, street: toStreetLine(readAddress(address ?? '')) }));
}

/** Exported for the test of its query plan. */
export const codesQuery = (accountId: number) => sql<Omit<ReceiptListing, 'street'> & { address: string | null }>`
  select l.id, coalesce(l.title, '') as title, coalesce(l.business_name, '') as business, l.city, l.zip as "zipCode", l.address, coalesce((
    select json_agg(json_build_object('id', b.id, 'count', b.count, 'used', b.used, 'createdAt', b.created_at, 'expiresAt', b.expires_at)
      order by b.id desc)
    from receipt_batches b where b.listing_id = l.id and b.expires_at > now()), '[]') as batches
  from listings l
  where ${isListedFor(accountId, 'edit', 'l')} and l.status in ('active', 'paused')
  order by l.id desc limit 100`;

/** Deletes codes that are too old, entered ones that were not used in two weeks, and others after 360 days. Runs daily. */
export async function deleteOldCodes(db: Kysely<DB>): Promise<void> {
  await sql`delete from receipt_batches where expires_at <= now()`.execute(db);
  await sql`
    delete from entered_codes where created_at <= now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
      or code_hash is not null and created_at <= now() - make_interval(days => ${sql.lit(UNUSED_DAYS)})`.execute(db);
}
