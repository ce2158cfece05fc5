import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { findAccountsByEmail, findByName } from './payment-names.ts';
import { type PaymentTerms, readPaymentSearch } from './payment-terms.ts';

/** The condition that a payment `p` meets a text. Each part of it has an index. */
export async function toSearchCondition(
  db: Kysely<DB>,
  mode: PaymentMode,
  typed: string,
): Promise<RawBuilder<unknown>> {
  const meanings = await Promise.all(
    readPaymentSearch(typed).map((terms) => Promise.all(terms.map((term) => toTermsCondition(db, mode, term)))),
  );
  return sql`(${sql.join(
    meanings.map((conditions) => sql.join(conditions, sql` and `)),
    sql` or `,
  )})`;
}

async function toTermsCondition(db: Kysely<DB>, mode: PaymentMode, terms: PaymentTerms): Promise<RawBuilder<unknown>> {
  const { id, receiptNumber, invoice, amountCents, last4, day, email, name } = terms;
  const named =
    name !== undefined
      ? await findByName(db, name)
      : email !== undefined
        ? await findAccountsByEmail(db, email)
        : undefined;
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
    ...when(day, (day) => sql`(${toDays(day, day)})`),
    ...(named?.accountIds.length ? [sql`p.account_id = any(${named.accountIds}::bigint[])`] : []),
    ...(named?.paymentIds.length ? [sql`p.id = any(${named.paymentIds}::bigint[])`] : []),
  ];
  // Of an empty list the database would not know that nothing is in it.
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

function when<Value>(value: Value | undefined, toPart: (value: Value) => RawBuilder<unknown>): RawBuilder<unknown>[] {
  return value === undefined ? [] : [toPart(value)];
}
