import type { Transaction } from 'kysely';
import type { AdFields } from '#contract/listing-form.ts';
import type { OwnAd } from '#contract/own-listings.ts';
import type { DB } from '../db/schema.ts';
import { Conflict, PaymentRequired } from '../http/errors.ts';
import { noSuchAd } from '../listings/read/listings.ts';
import { findOwn, type Own } from '../listings/read/own-listings.ts';
import { keep, lockOwner } from '../listings/write/posting.ts';
import type { PaymentParts } from './payment-parts.ts';
import { isCredit, type PaymentRow, redeem, whyNotPayable } from './redemption.ts';

/**
 * Uses the oldest of what an account has paid and not used yet, premium first, for a listing of its own.
 * @throws {PaymentRequired} when there is none
 * @throws {NotFound} {Conflict} {Invalid} for a listing that is another's, or cannot be paid for
 */
export function spendCredit(parts: PaymentParts, own: Own): Promise<OwnAd> {
  return parts.db.transaction().execute(async (trx) => {
    await lockOwner(trx, own.ownerId);
    const listing = await findListing(trx, own);
    const refusal = listing ? whyNotPayable(listing) : noSuchAd();
    if (refusal) throw refusal;
    await spend(trx, parts, own, await oldestCredit(trx, own.ownerId));
    return findOwn(trx, parts.gazetteer, own);
  });
}

/**
 * Posts a premium listing that was paid already: by the payment that is named, or as `spendCredit` does. The same
 * form sent again is answered with the listing that it made, and pays once.
 * @throws as `saveDraft` does
 * @throws {PaymentRequired} without a credit; nothing is kept then
 */
export async function postPaid(
  parts: PaymentParts,
  { paymentId, ...form }: { ownerId: number; fields: AdFields; key?: string; paymentId?: number },
): Promise<OwnAd> {
  const { ad } = await keep(parts, form, async (trx, own, { status }) => {
    if (paymentId === undefined) {
      const isPaid = status !== 'draft' && (await findListing(trx, own))?.level !== 'free';
      if (!isPaid) await spend(trx, parts, own, await oldestCredit(trx, own.ownerId));
      return;
    }
    const payment = await lockPayment(trx, own.ownerId, paymentId);
    const isUsedHere = payment?.redeemed_at !== null && payment?.listing_id === own.id;
    if (!isUsedHere) await spend(trx, parts, own, payment && isCredit(payment) ? payment : undefined);
  });
  return ad;
}

async function spend(trx: Transaction<DB>, parts: PaymentParts, own: Own, credit: PaymentRow | undefined) {
  if (!credit) throw new PaymentRequired('A premium listing is published when it has been paid.');
  if (await redeem(trx, parts, { ...credit, listing_id: own.id })) return;
  throw new Conflict('This listing was changed elsewhere. Open it again to see how it is now.');
}

/** Premium ones first: one that was paid for enhanced still buys that. The account is locked, so that no two uses meet. */
const oldestCredit = (trx: Transaction<DB>, accountId: number): Promise<PaymentRow | undefined> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'paid')
    .where('redeemed_at', 'is', null)
    .where('returned_at', 'is', null)
    .where('disputed_at', 'is', null)
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

const findListing = (trx: Transaction<DB>, { ownerId, id }: Own) =>
  trx.selectFrom('listings').selectAll().where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst();
