import { type Kysely, type RawBuilder, sql } from 'kysely';
import { readDate } from '#contract/values/date.ts';
import { toPlainText } from '#contract/values/plain-text.ts';
import { emailKey, usernameKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';

/** What a text may mean of a payment; any of it is a match. */
interface PaymentTerms {
  id?: number;
  receiptNumber?: number;
  invoice?: { year: number; number: number };
  amountCents?: number;
  last4?: string;
  /** The day in Los Angeles, '2026-11-24'. */
  day?: string;
  email?: string;
  /** A part of a username, or words of the name of a listing or its business. */
  name?: string;
}

const MAX_NUMBER = 2_000_000_000;

/**
 * Reads what the staff types into the box: a receipt ('SL-000123'), an invoice ('INV-2026-000123'), a payment ('#123'), an amount ('$49.99'), the
 * last four digits of a card, a day, an email address or a name. Digits alone may be several of them.
 */
export function readPaymentTerms(typed: string): PaymentTerms {
  const text = toPlainText(typed).trim();
  const [, receipt] = /^SL-?(\d{1,9})$/i.exec(text) ?? [];
  if (receipt) return { receiptNumber: Number(receipt) };
  const [, year, number] = /^INV-?(\d{4})-?(\d{1,9})$/i.exec(text) ?? [];
  if (year && number) return { invoice: { year: Number(year), number: Number(number) } };
  const [, id] = /^#(\d{1,9})$/.exec(text) ?? [];
  if (id) return { id: Number(id) };
  if (text.includes('@')) return { email: text };
  const [, card] = /^(?:[*•x]+|card|tarjeta)\s*(\d{4})$/i.exec(text) ?? [];
  if (card) return { last4: card };
  if (/^\d{1,9}$/.test(text)) {
    const value = Number(text);
    return {
      ...(text.length === 4 && { last4: text }),
      id: value,
      receiptNumber: value,
      ...(value * 100 < MAX_NUMBER && { amountCents: value * 100 }),
    };
  }
  const day = readDate(text, 'month-first');
  if (day && /^20\d\d-\d\d-\d\d$/.test(day)) return { day };
  const [, dollars, cents = '00'] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d\d))?(?:\s*USD)?$/i.exec(text) ?? [];
  const amountCents = Number(dollars?.replaceAll(',', '')) * 100 + Number(cents);
  if (amountCents < MAX_NUMBER) return { amountCents };
  return { name: text };
}

/** The condition that a payment `p` meets a text. Each part of it has an index. */
export async function toSearchCondition(
  db: Kysely<DB>,
  mode: PaymentMode,
  typed: string,
): Promise<RawBuilder<unknown>> {
  const { id, receiptNumber, invoice, amountCents, last4, day, email, name } = readPaymentTerms(typed);
  const accounts = await findAccounts(db, { email, name });
  const parts = [
    ...when(id, (id) => sql`p.id = ${id}`),
    ...when(receiptNumber, (number) => sql`(p.mode = ${mode} and p.receipt_number = ${number})`),
    ...when(
      invoice,
      ({ year, number }) => sql`p.id = (select payment_id from invoices
        where mode = ${mode} and kind = 'invoice' and year = ${year} and number = ${number})`,
    ),
    ...when(amountCents, (cents) => sql`p.amount_cents = ${cents}`),
    ...when(last4, (digits) => sql`p.card_last4 = ${digits}`),
    ...when(day, (day) => toDays(day, day)),
    // Of an empty list the database would not know that nothing is in it.
    ...when(accounts, (ids) => (ids.length > 0 ? sql`p.account_id = any(${ids}::bigint[])` : sql`false`)),
  ];
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

/** The condition that a payment `p` was begun on one of these days in Los Angeles, both included. */
export const toDays = (from: string | undefined, to: string | undefined): RawBuilder<unknown> =>
  sql.join(
    [
      ...when(from, (day) => sql`p.created_at >= ${day}::date::timestamp at time zone 'America/Los_Angeles'`),
      ...when(to, (day) => sql`p.created_at < (${day}::date + 1)::timestamp at time zone 'America/Los_Angeles'`),
    ],
    sql` and `,
  );

// Of a part of a name that many have.
const MAX_ACCOUNTS = 200;

async function findAccounts(db: Kysely<DB>, { email, name }: PaymentTerms): Promise<number[] | undefined> {
  if (email === undefined && name === undefined) return undefined;
  const part = usernameKey(name ?? '').replace(/[\\%_]/g, '\\$&');
  if ((name ?? email ?? '').includes('\0')) return [];
  const condition = email === undefined ? sql`username_key like ${`%${part}%`}` : sql`email_key = ${emailKey(email)}`;
  const [accounts, owners] = await Promise.all([
    sql<{ id: number }>`select id from accounts where ${condition} limit ${sql.lit(MAX_ACCOUNTS)}`.execute(db),
    name === undefined ? undefined : ownersQuery(name).execute(db),
  ]);
  return [...new Set([...accounts.rows, ...(owners?.rows ?? [])].map(({ id }) => id))];
}

// Of a word that is in many names.
const MAX_NAMED_LISTINGS = 1000;

/**
 * The owners of public listings whose title and business name have all of the words, by the index of the search. Exported for the test of
 * its plan.
 */
export const ownersQuery = (name: string) => sql<{ id: number }>`
  select l.owner_id as id
  from (
    select listing_id from listing_search
    where words @@ (
      select string_agg(quote_literal('=' || word), ' & ')::tsquery from string_to_table(search_fold(${name}), ' ') as word
      where word <> '')
    limit ${sql.lit(MAX_NAMED_LISTINGS)}) as named
  join listings l on l.id = named.listing_id
  where l.owner_id is not null limit ${sql.lit(MAX_ACCOUNTS)}`;

function when<Value>(value: Value | undefined, toPart: (value: Value) => RawBuilder<unknown>): RawBuilder<unknown>[] {
  return value === undefined ? [] : [toPart(value)];
}
