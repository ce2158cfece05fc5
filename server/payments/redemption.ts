import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { listingFormSchema } from '#contract/listing-form.ts';
import { findMissingLicense, type LicenseRules } from '#server/licenses/required-license.ts';
import { FREE_DAYS } from '#server/listings/lifecycle/states.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import { FREE_TERM_END } from '#server/listings/write/posting.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import { endLowerRenewals } from '#server/payments/auto-renewals/end.ts';
import type { DB, Listings, Payments } from '#server/platform/db/schema.ts';
import { Conflict, fromZodError, type HttpError } from '#server/platform/http/errors.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { endTerm, findLastTerm, startTerm } from './terms.ts';

export type PaymentRow = Selectable<Payments>;
type Listing = Selectable<Listings>;

/**
 * Gives the listing of a payment its term, in the transaction that records the payment or uses the credit: a draft is published,
 * any other listing is extended. It happens once: the row of the payment is locked, and a payment has at most one term. While the
 * listing waits for approval the payment waits with it, and its term begins when the listing is approved.
 * See docs/decisions/0108-listings-can-wait-for-approval.md.
 * @param payment locked by the caller
 * @returns the listing; null if there is none that can be paid for: the payment is then a credit
 */
export async function redeem(
  trx: Transaction<DB>,
  deps: Pick<PaymentDeps, 'queue'> & LicenseRules,
  payment: PaymentRow,
): Promise<Listing | null> {
  if (!isCredit(payment)) return null;
  const before = await lockListing(trx, payment);
  if (!before || findPayabilityError(deps, before)) return null;
  const listing = before.status === 'draft' ? await publishPaid(trx, before, payment) : before;
  const isWaiting = listing.status === 'waiting';
  await trx
    .updateTable('payments')
    .set({ ...(!isWaiting && { redeemed_at: sql`now()` }), listing_id: listing.id })
    .where('id', '=', payment.id)
    .execute();
  if (isWaiting) return listing;
  await startTerm(trx, listing, payment);
  await endLowerRenewals(trx, listing.id, payment);
  const paid = await toTermColumns(trx, listing, payment.mode);
  if (paid.paid_until) await deps.queue.invalidateAt(trx, listing.id, paid.paid_until);
  return updateListing(trx, listing.id, paid);
}

const publishPaid = (trx: Transaction<DB>, { id }: Listing, { account_id }: PaymentRow): Promise<Listing> =>
  transition(trx, 'publish', {
    id,
    by: { ownerId: account_id as number },
    set: { created_at: sql`now()`, updated_at: sql`now()`, expires_at: FREE_TERM_END },
  });

/** Whether a payment is paid, unused, and neither refunded nor disputed. */
export const isCredit = ({
  status,
  redeemed_at,
  returned_at,
  disputed_at,
}: Pick<PaymentRow, 'status' | 'redeemed_at' | 'returned_at' | 'disputed_at'>): boolean =>
  status === 'paid' && redeemed_at === null && returned_at === null && disputed_at === null;

/**
 * Ends the term of a payment whose money was returned. Its listing continues with the terms of other payments, or as a free one.
 * @param payment locked by the caller
 */
export async function revokeTerm(
  trx: Transaction<DB>,
  deps: Pick<PaymentDeps, 'queue'>,
  { id, listing_id, mode }: Pick<PaymentRow, 'id' | 'listing_id' | 'mode'>,
): Promise<void> {
  if (listing_id === null) return;
  await trx.selectFrom('listings').select('id').where('id', '=', listing_id).forUpdate().execute();
  if (await endTerm(trx, { id })) await updateLevel(trx, deps, listing_id, mode);
}

/** Gives a listing the level of its terms of a mode. */
export async function updateLevel(
  trx: Transaction<DB>,
  { queue }: Pick<PaymentDeps, 'queue'>,
  id: number,
  mode: PaymentMode,
): Promise<void> {
  // Invalidates the keys of the former level too, before it changes.
  const [listing] = await writeAndInvalidate(trx, sql`select * from listings where id = ${id} for update`);
  if (!listing) return;
  const paid = await toTermColumns(trx, listing, mode);
  if (paid.level === listing.level && paid.paid_until?.getTime() === listing.paid_until?.getTime()) return;
  if (paid.paid_until) await queue.invalidateAt(trx, id, paid.paid_until);
  await updateListing(trx, id, paid);
}

/** Why a listing cannot be paid for; null when it can. */
export function findPayabilityError(rules: LicenseRules, listing: Listing): HttpError | null {
  if (listing.status === 'hidden' || listing.status === 'deleted') {
    return new Conflict(
      t('This listing is {status, select, hidden {hidden} other {deleted}}, so you can’t pay for it.', {
        status: listing.status,
      }),
    );
  }
  if (listing.status !== 'draft') return null;
  // A draft that was copied from an imported listing may be incomplete.
  const { error } = listingFormSchema.safeParse(toFormValues({ ...listing, shown_level: 'free' }));
  return error
    ? fromZodError(t('Please fill in the missing fields, then pay.'), error)
    : findMissingLicense(rules, listing);
}

/** The listing of a payment, locked, if it still belongs to the payer. */
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

/** The columns that follow from the terms of a listing. After its last term it is free for 30 days; one without an end has none. */
async function toTermColumns(trx: Transaction<DB>, { id, expires_at }: Listing, mode: PaymentMode) {
  const last = await findLastTerm(trx, id, mode);
  const end = sql<Date>`${last?.ends_at ?? sql`now()`}::timestamptz + make_interval(days => ${sql.lit(FREE_DAYS)})`;
  const expires = expires_at === null ? null : end;
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

/** Changes a payment, locked by the caller. */
export const updatePayment = (
  trx: Transaction<DB>,
  { id }: PaymentRow,
  columns: UpdateObject<DB, 'payments'>,
): Promise<PaymentRow> =>
  trx.updateTable('payments').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
