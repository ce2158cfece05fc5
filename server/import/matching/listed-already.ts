import { type Kysely, sql } from 'kysely';
import type { ListedBusiness, SimilarListingsQuery } from '#contract/owner-listings.ts';
import { printPhone, readPhone } from '#contract/values/phone.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { parseAddress } from './address.ts';
import { compareWords } from './compare-words.ts';
import { parseName } from './name.ts';
import { toPhoneNumbers } from './phones.ts';

const MAX_LISTED = 3;
const MAX_CANDIDATES = 60;
const MIN_SIMILARITY = 0.5;

type Candidate = ListedBusiness & { businessName: string; hasPhone: boolean };

/**
 * The public listings without an owner that are the business of a form: with the same telephone number, those with the most similar name first, or
 * with a similar name at the same address. They are what visitors see, so nothing that is hidden or private is among them.
 */
export async function findListedAlready(db: Kysely<DB>, form: SimilarListingsQuery): Promise<ListedBusiness[]> {
  const { rows } = await listedAlreadyQuery(form).execute(db);
  const words = parseName(form.businessName).words;
  const { street } = parseAddress(form.address);
  const found = rows.flatMap(({ businessName, hasPhone, ...listed }) => {
    const { similarity } = compareWords(words, parseName(businessName).words, () => 1);
    const isSameStreet = parseAddress(listed.address).street.some((word) => street.includes(word));
    return hasPhone || (isSameStreet && similarity >= MIN_SIMILARITY) ? [{ listed, similarity }] : [];
  });
  return found
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MAX_LISTED)
    .map(({ listed }) => listed);
}

/** Listings with the number, or at the street number of the ZIP code. Exported for the test of its query plan. */
export function listedAlreadyQuery({ address, zipCode, phone }: SimilarListingsQuery) {
  const read = readPhone(phone);
  const numbers = 'fault' in read ? [] : toPhoneNumbers(printPhone(read));
  const isUnclaimed = sql`owner_id is null and origin <> 'sample'`;
  return sql<Candidate>`
    with found as (
      (select id, true as has_phone from public_listings where phone = any(${numbers}::text[]) and ${isUnclaimed} limit ${sql.lit(MAX_CANDIDATES)})
      union all
      (select id, true from public_listings
       where char_length(phone) > 14 and rtrim(left(phone, 14)) = any(${numbers}::text[]) and ${isUnclaimed} limit ${sql.lit(MAX_CANDIDATES)})
      union all
      (select id, false from public_listings
       where zip = ${readZipCode(zipCode) ?? ''} and match_number(address) = match_number(${address}) and ${isUnclaimed}
       limit ${sql.lit(MAX_CANDIDATES)})
    )
    select id, title, business_name as "businessName", address, city, "hasPhone"
    from (select id, bool_or(has_phone) as "hasPhone" from found group by id) as f join listings using (id)
    order by id`;
}
