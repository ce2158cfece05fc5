import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { DB, Listings, Payments } from '../db/schema.ts';
import { change } from '../listings/change.ts';
import { transition } from '../listings/transition.ts';
import type { PaymentParts } from './payment-parts.ts';
import { begin } from './terms.ts';

export type PaymentRow = Selectable<Payments>;

/**
 * Gives a payment's listing what was paid for, in the transaction that wrote down that it was paid: a draft is published,
 * another is paid for longer. Once only: the payment's row is locked, and a term is unique to its payment.
 * @param payment locked by the caller
 * @returns the listing; null where there is none that can be paid for: the payment is a credit
 */
export async function redeem(
  trx: Transaction<DB>,
  { later }: Pick<PaymentParts, 'later'>,
  payment: PaymentRow,
): Promise<Selectable<Listings> | null> {
  if (payment.status !== 'paid' || payment.redeemed_at !== null || payment.returned_at !== null) return null;
  const listing = await lockListing(trx, payment);
  if (!listing) return null;
  const { ends_at, ...paid } = await begin(trx, listing, payment);
  await later.renewAt(trx, listing.id, ends_at);
  const shown = await (listing.status === 'draft'
    ? transition(trx, 'publish', {
        id: listing.id,
        by: { ownerId: payment.account_id as number },
        set: { ...paid, created_at: sql`now()`, updated_at: sql`now()` },
      })
    : prolong(trx, listing.id, paid));
  await trx
    .updateTable('payments')
    .set({ redeemed_at: sql`now()`, listing_id: listing.id })
    .where('id', '=', payment.id)
    .execute();
  return shown;
}

/** The listing that a payment is for, if its owner may still have it shown. */
async function lockListing(trx: Transaction<DB>, { listing_id, account_id }: PaymentRow) {
  if (listing_id === null || account_id === null) return undefined;
  return trx
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listing_id)
    .where('owner_id', '=', account_id)
    .where('status', 'in', ['draft', 'active', 'paused'])
    .forUpdate()
    .executeTakeFirst();
}

async function prolong(trx: Transaction<DB>, id: number, paid: UpdateObject<DB, 'listings'>) {
  const [listing] = await change(trx, trx.updateTable('listings').set(paid).where('id', '=', id).returningAll());
  return listing as Selectable<Listings>;
}
