import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import { listingFormSchema } from '#contract/listing-form.ts';
import type { DB, Listings, Payments } from '../db/schema.ts';
import { Conflict, fromZodError, type HttpError } from '../http/errors.ts';
import { FREE_DAYS } from '../listings/lifecycle/states.ts';
import { transition } from '../listings/lifecycle/transition.ts';
import { toFormValues } from '../listings/read/owner-listings.ts';
import { writeAndInvalidate } from '../listings/write/write-and-invalidate.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { endTerm, findLastTerm, startTerm } from './terms.ts';

export type PaymentRow = Selectable<Payments>;
type Listing = Selectable<Listings>;

/**
 * Gives a payment's listing what was paid for, in the transaction that writes down that it was paid, or that uses the credit:
 * a draft is published, another is paid for longer. Once only: the payment's row is locked, and a term is unique to its payment.
 * @param payment locked by the caller
 * @returns the listing; null where there is none that can be paid for: the payment is a credit
 */
export async function redeem(
  trx: Transaction<DB>,
  { queue }: Pick<PaymentDeps, 'queue'>,
  payment: PaymentRow,
): Promise<Listing | null> {
  if (!isCredit(payment)) return null;
  const listing = await lockListing(trx, payment);
  if (!listing || findPayabilityError(listing)) return null;
  await startTerm(trx, listing, payment);
  const paid = await toTermColumns(trx, listing);
  if (paid.paid_until) await queue.invalidateAt(trx, listing.id, paid.paid_until);
  await trx
    .updateTable('payments')
    .set({ redeemed_at: sql`now()`, listing_id: listing.id })
    .where('id', '=', payment.id)
    .execute();
  if (listing.status !== 'draft') return updateListing(trx, listing.id, paid);
  return transition(trx, 'publish', {
    id: listing.id,
    by: { ownerId: payment.account_id as number },
    set: { ...paid, created_at: sql`now()`, updated_at: sql`now()` },
  });
}

/** Paid, not used, and not taken back. */
export const isCredit = ({
  status,
  redeemed_at,
  returned_at,
  disputed_at,
}: Pick<PaymentRow, 'status' | 'redeemed_at' | 'returned_at' | 'disputed_at'>): boolean =>
  status === 'paid' && redeemed_at === null && returned_at === null && disputed_at === null;

/**
 * Ends what a payment bought, because its money went back. Its listing goes on with what other payments bought, or as a free
 * one.
 * @param payment locked by the caller
 */
export async function revokeTerm(
  trx: Transaction<DB>,
  { queue }: Pick<PaymentDeps, 'queue'>,
  { id, listing_id }: Pick<PaymentRow, 'id' | 'listing_id'>,
): Promise<void> {
  if (listing_id === null) return;
  // Whatever showed it as paid is renewed too.
  const [listing] = await writeAndInvalidate(trx, sql`select * from listings where id = ${listing_id} for update`);
  if (!(await endTerm(trx, { id })) || !listing) return;
  const paid = await toTermColumns(trx, listing);
  if (paid.paid_until) await queue.invalidateAt(trx, listing.id, paid.paid_until);
  await updateListing(trx, listing.id, paid);
}

/** Why a listing cannot be paid for; null when it can. */
export function findPayabilityError(listing: Listing): HttpError | null {
  if (listing.status === 'hidden' || listing.status === 'deleted') {
    return new Conflict(`This listing is ${listing.status}: it cannot be paid for.`);
  }
  if (listing.status !== 'draft') return null;
  // One that was copied from an imported listing need not satisfy the form.
  const { error } = listingFormSchema.safeParse(toFormValues({ ...listing, shown_level: 'free' }));
  return error ? fromZodError('Please fill in what is missing, then pay for it.', error) : null;
}

/** The listing that a payment is for, if it is still its owner's. */
async function lockListing(trx: Transaction<DB>, { listing_id, account_id }: PaymentRow) {
  if (listing_id === null || account_id === null) return undefined;
  return trx
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listing_id)
    .where('owner_id', '=', account_id)
    .forUpdate()
    .executeTakeFirst();
}

/** What a listing has from its terms. It then goes on as a free one for as long as those are shown; one without an end stays so. */
async function toTermColumns(trx: Transaction<DB>, { id, status, expires_at }: Listing) {
  const last = await findLastTerm(trx, id);
  const end = sql<Date>`${last?.ends_at ?? sql`now()`}::timestamptz + make_interval(days => ${sql.lit(FREE_DAYS)})`;
  const expires = expires_at === null && status !== 'draft' ? null : end;
  return last
    ? { level: last.level, paid_until: last.ends_at, expires_at: expires }
    : ({ level: 'free', paid_until: null, expires_at: expires } as const);
}

async function updateListing(
  trx: Transaction<DB>,
  id: number,
  columns: UpdateObject<DB, 'listings'>,
): Promise<Listing> {
  const [listing] = await writeAndInvalidate(
    trx,
    trx.updateTable('listings').set(columns).where('id', '=', id).returningAll(),
  );
  return listing as Listing;
}
