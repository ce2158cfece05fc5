import { type Kysely, sql } from 'kysely';
import type { AdminListingFilter } from '#contract/admin/listings.ts';
import { t } from '#contract/i18n/t.ts';
import { EXAMINED_LISTINGS } from '#contract/limits.ts';
import { readPhone } from '#contract/values/phone.ts';
import { toPlainText } from '#contract/values/plain-text.ts';
import { emailKey, usernameKey } from '#server/accounts/unique-keys.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { inSample, SAMPLE_RATE } from '#server/search/ranking/sample.ts';
import { type Frequencies, toWordsQuery } from './candidates.ts';
import type { FilterWord, ResolvedFilter } from './conditions.ts';

/** A filter as it was asked for, of some listings only where their ids are given. */
export type AskedFilter = AdminListingFilter & Pick<ResolvedFilter, 'ids'>;

/**
 * Reads what the names in a filter stand for.
 * @throws {Invalid} for a telephone that nobody can have
 */
export async function resolveFilter(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  filter: AskedFilter,
): Promise<ResolvedFilter> {
  const { words, phone, owner, ...rest } = filter;
  return {
    ...rest,
    gazetteer,
    words: words === undefined ? undefined : await fold(db, words),
    phone: phone === undefined ? undefined : toPhoneDigits(phone),
    ownerIds: owner === undefined ? undefined : await findOwnerIds(db, owner),
  };
}

// As in `refresh_listing_search`, which leaves them out of addresses.
const INSIGNIFICANT_WORDS = 'a and at for in is it of on or our the to with you your'.split(' ');

async function fold(db: Kysely<DB>, words: string): Promise<FilterWord[]> {
  const { rows } = await sql<FilterWord>`
    select word, word ~ '^[0-9]+$' as "isWhole", case when word = any(${INSIGNIFICANT_WORDS}) then '{}' else tsvector_to_array(to_tsvector('search_stems', word)) end as stems
    from string_to_table(search_fold(${words}), ' ') as folded (word) where word <> ''`.execute(db);
  return rows;
}

function toPhoneDigits(typed: string): string {
  const phone = readPhone(typed);
  if (!('fault' in phone)) return phone.number.slice(-10);
  const digits = toPlainText(typed).replace(/[ ().+-]/g, '');
  if (/^\d{7}$/.test(digits)) return digits;
  const message = t('Use a phone number with ten digits, or the last seven');
  throw new Invalid(message, [{ path: 'phone', message }]);
}

async function findOwnerIds(db: Kysely<DB>, owner: string): Promise<number[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', usernameKey(owner)), eb('email_key', '=', emailKey(owner))]))
    .execute();
  return accounts.map(({ id }) => id);
}

/** Counts what decides between a set of listings and the newest ones, up to the number that a page looks through. */
export async function readFrequencies(db: Kysely<DB>, { words, source }: ResolvedFilter): Promise<Frequencies> {
  const query = words && toWordsQuery(words);
  const { rows } = await sql<{ ofWords: number; ofSource: number }>`
    select ${query ? sql`(select count(*)::int from listing_search where words @@ ${query} and ${inSample()})` : sql`0`}
        as "ofWords",
      ${source === undefined ? sql`0` : sql`(select count(*)::int from (select from listings where source = ${source} limit ${sql.lit(EXAMINED_LISTINGS + 1)}) as l)`}
        as "ofSource"`.execute(db);
  const { ofWords, ofSource } = rows[0] ?? { ofWords: 0, ofSource: 0 };
  return { wordsAreCommon: ofWords * SAMPLE_RATE > EXAMINED_LISTINGS, sourceIsSmall: ofSource <= EXAMINED_LISTINGS };
}
