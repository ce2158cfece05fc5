import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { findMissingLicense } from '#server/licenses/required-license.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { findOwnerListing, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { createOrFind, lockOwner } from '#server/listings/write/posting.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { findPayabilityError, isCredit, type PaymentRow, redeem } from '#server/payments/redemption.ts';
import { findWaitingPayments, waitsWithListing } from '#server/payments/waiting-payments.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, PaymentRequired } from '#server/platform/http/errors.ts';

/**
 * Uses the oldest credit of an account, premium before enhanced, for one of its listings.
 * @throws {PaymentRequired} without a credit
 * @throws {NotFound} {Conflict} {Invalid} for a listing of another account, or one that cannot be paid for
 */
export function redeemCredit(deps: PaymentDeps, own: OwnerListingId): Promise<OwnerListing> {
  return deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, own.ownerId);
    const listing = await findListing(trx, own);
    const refusal = listing ? findPayabilityError(deps, listing) : listingNotFound();
    if (refusal) throw refusal;
    await applyCredit(trx, deps, own, await findOldestCredit(trx, deps, own.ownerId));
    return findOwnerListing(trx, deps.gazetteer, own);
  });
}

/**
 * Posts a premium listing that is already paid: by the given payment, or by the oldest credit as in `redeemCredit`. The same
 * form sent again returns the listing that it created and uses no further credit.
 * @throws as `saveDraft` does
 * @throws {Invalid} see `findMissingLicense`
 * @throws {PaymentRequired} without a credit; nothing is stored then
 */
export async function postPaidListing(
  deps: PaymentDeps,
  { paymentId, ...form }: { ownerId: number; fields: ListingFields; idempotencyKey?: string; paymentId?: number },
): Promise<OwnerListing> {
  const { categoryId, moreCategoryIds, licenseNumber } = form.fields;
  const missing = findMissingLicense(deps, {
    category_id: Number(categoryId),
    more_category_ids: moreCategoryIds,
    license_number: licenseNumber,
  });
  if (missing) throw missing;
  const { ad } = await createOrFind(deps, form, async (trx, own, { status }) => {
    if (paymentId === undefined) {
      const isPaid = status !== 'draft' && (await isListingPaid(trx, deps, own));
      if (!isPaid) await applyCredit(trx, deps, own, await findOldestCredit(trx, deps, own.ownerId));
      return;
    }
    const payment = await lockPayment(trx, own.ownerId, paymentId);
    const isUsedHere = payment?.redeemed_at !== null && payment?.listing_id === own.id;
    if (!isUsedHere) await applyCredit(trx, deps, own, payment && isCredit(payment) ? payment : undefined);
  });
  return ad;
}

/** Whether a listing has a paid level, or gets one when it is approved. */
async function isListingPaid(trx: Transaction<DB>, { cards }: PaymentDeps, own: OwnerListingId): Promise<boolean> {
  const listing = await findListing(trx, own);
  if (listing?.status !== 'waiting') return listing?.level !== 'free';
  return (await findWaitingPayments(trx, { id: own.id, mode: cards.mode })).length > 0;
}

async function applyCredit(
  trx: Transaction<DB>,
  deps: PaymentDeps,
  own: OwnerListingId,
  credit: PaymentRow | undefined,
) {
  if (!credit) throw new PaymentRequired(t('A premium listing goes live when you’ve paid for it.'));
  if (await redeem(trx, deps, { ...credit, listing_id: own.id })) return;
  throw new Conflict(t('This listing was changed somewhere else. Reload to see the latest version.'));
}

/** Premium first: an enhanced credit only buys enhanced. The caller has locked the account, so no two requests use one credit. */
const findOldestCredit = (
  trx: Transaction<DB>,
  { cards }: Pick<PaymentDeps, 'cards'>,
  accountId: number,
): Promise<PaymentRow | undefined> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('mode', '=', cards.mode)
    .where('status', '=', 'paid')
    .where('redeemed_at', 'is', null)
    .where('returned_at', 'is', null)
    .where('disputed_at', 'is', null)
    .where(sql<boolean>`not ${waitsWithListing('payments')}`)
    .orderBy('level', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

const lockPayment = (trx: Transaction<DB>, accountId: number, id: number): Promise<PaymentRow | undefined> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

const findListing = (trx: Transaction<DB>, { ownerId, id }: OwnerListingId) =>
  trx.selectFrom('listings').selectAll().where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst();
