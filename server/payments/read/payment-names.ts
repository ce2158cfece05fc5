import { type Kysely, type RawBuilder, sql } from 'kysely';
import { emailKey, usernameKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';

// Of a part of a name that many have.
const MAX_ACCOUNTS = 200;
// Of a word that is in many names.
const MAX_NAMED_LISTINGS = 1000;

/** What has a name: the accounts whose payments are meant, and payments themselves. */
interface NamedPayments {
  accountIds: number[];
  paymentIds: number[];
}

/** The accounts whose email address contains a text. */
export async function findAccountsByEmail(db: Kysely<DB>, email: string): Promise<NamedPayments> {
  if (email.includes('\0')) return { accountIds: [], paymentIds: [] };
  const { rows } = await sql<{ id: number }>`
    select id from accounts where email_key like ${toPattern(emailKey(email))} limit ${sql.lit(MAX_ACCOUNTS)}`.execute(
    db,
  );
  return { accountIds: rows.map(({ id }) => id), paymentIds: [] };
}

/**
 * What has all of the words, in any order, in one of its names: the account with its business, one of its listings, shown or not, the name on the
 * card, or an invoice, which has the listing too.
 */
export async function findByName(db: Kysely<DB>, name: string): Promise<NamedPayments> {
  if (name.includes('\0')) return { accountIds: [], paymentIds: [] };
  const [accounts, payments] = await Promise.all([
    Promise.all([accountsQuery(name), ownersQuery(name), hiddenOwnersQuery(name)].map((query) => query.execute(db))),
    Promise.all([cardholdersQuery(name), invoicesQuery(name)].map((query) => query.execute(db))),
  ]);
  const toIds = (results: { rows: { id: number }[] }[]) => [
    ...new Set(results.flatMap(({ rows }) => rows.map(({ id }) => id))),
  ];
  return { accountIds: toIds(accounts), paymentIds: toIds(payments) };
}

/** Accounts whose username, business name and email have all of the words. Exported for the test of its plan, as the others. */
export const accountsQuery = (name: string) => sql<{ id: number }>`
  select id from accounts where ${hasAllWords(
    name,
    (pattern) =>
      sql`(username_key like ${pattern} or lower(business_name) like ${pattern} or email_key like ${pattern})`,
  )} limit ${sql.lit(MAX_ACCOUNTS)}`;

/** The owners of listings in the index of the search, whose title and business name have all of the words, or words that begin with them. */
export const ownersQuery = (name: string) => sql<{ id: number }>`
  select l.owner_id as id
  from (
    select listing_id from listing_search
    where words @@ (
      select string_agg(quote_literal('=' || word) || case when word ~ '^[0-9]+$' then '' else ':*' end, ' & ')::tsquery
      from string_to_table(search_fold(${name}), ' ') as word where word <> '')
    limit ${sql.lit(MAX_NAMED_LISTINGS)}) as named
  join listings l on l.id = named.listing_id
  where l.owner_id is not null limit ${sql.lit(MAX_ACCOUNTS)}`;

/** The owners of listings that the search does not have: paused, hidden, waiting, deleted and those of suspended owners. */
export const hiddenOwnersQuery = (name: string) => sql<{ id: number }>`
  select distinct owner_id as id from (
    select owner_id from listings
    where owner_id is not null and (status <> 'active' or owner_suspended)
      and ${hasAllWords(name, (pattern) => sql`lower(title || ' ' || business_name) like ${pattern}`)}
    limit ${sql.lit(MAX_NAMED_LISTINGS)}) as named limit ${sql.lit(MAX_ACCOUNTS)}`;

/** The payments whose card has all of the words. */
export const cardholdersQuery = (name: string) => sql<{ id: number }>`
  select id from payments where cardholder is not null and ${hasAllWords(name, (pattern) => sql`lower(cardholder) like ${pattern}`)}
  limit ${sql.lit(MAX_NAMED_LISTINGS)}`;

/** The payments whose invoice, in any of its versions, names a buyer, a company or a listing with all of the words. */
export const invoicesQuery = (name: string) => sql<{ id: number }>`
  select payment_id as id from ((
    select payment_id from invoices where kind = 'invoice' and ${hasAllWords(name, isNamed)} limit ${sql.lit(MAX_NAMED_LISTINGS)}
  ) union (
    select i.payment_id from invoice_versions v join invoices i on i.id = v.invoice_id
    where ${hasAllWords(name, (pattern) => isNamed(pattern, 'v.'))} limit ${sql.lit(MAX_NAMED_LISTINGS)}
  )) as named`;

/** As the indexes have it. */
const isNamed = (pattern: string, alias: '' | 'v.' = '') => {
  const facts = sql.raw(`${alias}facts`);
  return sql`lower(coalesce(${facts} #>> '{buyer,name}', '') || ' ' || coalesce(${facts} #>> '{buyer,company}', '') || ' '
    || coalesce(${facts} ->> 'listing', '')) like ${pattern}`;
};

function hasAllWords(name: string, toCondition: (pattern: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const words = usernameKey(name).split(/\s+/).filter(Boolean);
  return words.length > 0
    ? sql.join(
        words.map((word) => toCondition(toPattern(word))),
        sql` and `,
      )
    : sql`false`;
}

const toPattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
