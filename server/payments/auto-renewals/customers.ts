import { sql } from 'kysely';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';

type CustomerDeps = Pick<PaymentDeps, 'db' | 'cards'>;

/**
 * The customer of an account at the provider, created if there is none. Its reference is random, because ids of rows repeat after a
 * restore.
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function ensureCustomer({ db, cards }: CustomerDeps, accountId: number): Promise<string> {
  const { rows } = await sql<{ reference: string; customer_id: string | null }>`
    insert into payment_customers (account_id, mode) values (${accountId}, ${cards.mode})
    on conflict (account_id, mode) do update set mode = excluded.mode returning reference, customer_id`.execute(db);
  const { reference, customer_id } = rows[0] as (typeof rows)[number];
  if (customer_id !== null) return customer_id;
  const id = await cards.createCustomer(reference);
  await db.updateTable('payment_customers').set({ customer_id: id }).where('reference', '=', reference).execute();
  return id;
}

/** Nothing renews with the customer `c`, and no payment is open that could save a card or belongs to the customer at the provider. */
const isUnneeded = sql`(c.account_id is null or not exists (
    select from auto_renewals r where r.account_id = c.account_id and r.mode = c.mode and r.ended_at is null)
  and not exists (
    select from payments p
    where p.account_id = c.account_id and p.mode = c.mode and p.status = 'open' and (
      exists (select from auto_renewal_consents a where a.payment_id = p.id)
      or exists (select from auto_renewal_charges a where a.payment_id = p.id))))`;

/**
 * Deletes the customers at the provider, with their cards, that nothing needs any more: of deleted accounts, and of those whose plans
 * renew no more. A row is deleted after its customer is, so that an interrupted deletion is repeated.
 * @param accountId only that of this account
 */
export async function deleteUnneededCustomers({ db, cards }: CustomerDeps, accountId?: number): Promise<void> {
  if (cards.checkout === 'closed') return;
  const { rows } = await sql<{ reference: string; customer_id: string | null }>`
    select reference, customer_id from payment_customers c
    where mode = ${cards.mode} and ${isUnneeded} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    limit 500`.execute(db);
  for (const { reference, customer_id } of rows) {
    if (customer_id !== null) await cards.deleteCustomer(customer_id);
    await sql`delete from payment_customers c where reference = ${reference} and ${isUnneeded}`.execute(db);
  }
}
