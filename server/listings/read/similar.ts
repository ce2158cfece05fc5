import { type Kysely, sql } from 'kysely';
import type { OwnerListing, SimilarListingsQuery } from '#contract/owner-listings.ts';
import { readPhone } from '#contract/values/phone.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findOwnerListing } from './owner-listings.ts';

const MAX_SIMILAR = 3;

/**
 * Listings of an account for the business of a form, whatever their titles: the same name in the same ZIP code, at the same address or
 * with the same phone number. That of the form itself, by its `Idempotency-Key`, is not among them, nor are deleted ones.
 */
export async function findSimilarListings(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { ownerId, business, idempotencyKey }: { ownerId: number; business: SimilarListingsQuery; idempotencyKey?: string },
): Promise<OwnerListing[]> {
  const { businessName, address, zipCode, phone } = business;
  const rows = await db
    .selectFrom('listings')
    .select([
      'id',
      'phone',
      sql<boolean>`${toKey(sql.ref('address'))} = ${toKey(sql.val(address))}`.as('isSameAddress'),
    ])
    .where('owner_id', '=', ownerId)
    .where('status', '!=', 'deleted')
    .where('zip', '=', readZipCode(zipCode) ?? '')
    .where(sql<boolean>`${toKey(sql.ref('business_name'))} = ${toKey(sql.val(businessName))}`)
    .where(sql<boolean>`post_key is distinct from ${idempotencyKey ?? ''}`)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const numbers = toNumbers(phone);
  const similar = rows.filter(
    ({ phone, isSameAddress }) => isSameAddress || toNumbers(phone ?? '').some((number) => numbers.includes(number)),
  );
  return Promise.all(similar.slice(0, MAX_SIMILAR).map(({ id }) => findOwnerListing(db, gazetteer, { ownerId, id })));
}

function toNumbers(typed: string): string[] {
  const phone = readPhone(typed);
  return 'fault' in phone ? [] : [phone, ...(phone.other ? [phone.other] : [])].map(({ number }) => number);
}

/** The letters and digits of a text, in lower case. */
const toKey = (text: ReturnType<typeof sql>) =>
  sql`regexp_replace(lower(coalesce(${text}::text, '')), '[^[:alnum:]]', '', 'g')`;
