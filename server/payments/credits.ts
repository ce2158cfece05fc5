import { sql } from 'kysely';
import type { AdFields } from '#contract/listing-form.ts';
import type { OwnAd } from '#contract/own-listings.ts';
import { Conflict, PaymentRequired } from '../http/errors.ts';
import { noSuchAd } from '../listings/listings.ts';
import { findOwn, type Own } from '../listings/own-listings.ts';
import { lockOwner, saveDraft } from '../listings/posting.ts';
import type { PaymentParts } from './payment-parts.ts';
import { redeem } from './redemption.ts';

/**
 * Uses what an account has paid and not used yet for a listing of its own: the payment that is named, or the oldest.
 * @throws {PaymentRequired} when there is none
 * @throws {NotFound} {Conflict} for a listing that is another's, or cannot be paid for
 */
export function spendCredit(parts: PaymentParts, own: Own, paymentId?: number): Promise<OwnAd> {
  return parts.db.transaction().execute(async (trx) => {
    await lockOwner(trx, own.ownerId);
    const listing = await trx
      .selectFrom('listings')
      .select('status')
      .where('id', '=', own.id)
      .where('owner_id', '=', own.ownerId)
      .executeTakeFirst();
    if (!listing) throw noSuchAd();
    let credits = trx
      .selectFrom('payments')
      .selectAll()
      .where('account_id', '=', own.ownerId)
      .where('status', '=', 'paid')
      .where('redeemed_at', 'is', null)
      .where('returned_at', 'is', null);
    if (paymentId !== undefined) credits = credits.where('id', '=', paymentId);
    const credit = await credits.orderBy('id').limit(1).forUpdate().executeTakeFirst();
    if (!credit) throw new PaymentRequired('A premium listing is published when it has been paid.');
    if (!(await redeem(trx, parts, { ...credit, listing_id: own.id }))) {
      throw new Conflict(`This listing is ${listing.status}: it cannot be paid for.`);
    }
    return findOwn(trx, parts.gazetteer, own);
  });
}

/**
 * Posts a premium listing that was paid already. The same form sent again is answered with the listing that it made, and
 * pays once.
 * @throws as `saveDraft` and `spendCredit` do; without a credit nothing is kept
 */
export async function postPaid(
  parts: PaymentParts,
  { ownerId, fields, key, paymentId }: { ownerId: number; fields: AdFields; key?: string; paymentId?: number },
): Promise<OwnAd> {
  if (paymentId === undefined) await checkCredit(parts, ownerId);
  const { ad, isNew } = await saveDraft(parts, { ownerId, fields, key });
  if (!isNew && ad.level !== 'free') return ad;
  return spendCredit(parts, { ownerId, id: ad.id }, paymentId);
}

async function checkCredit({ db }: PaymentParts, accountId: number): Promise<void> {
  const credit = await db
    .selectFrom('payments')
    .select(sql<number>`1`.as('one'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'paid')
    .where('redeemed_at', 'is', null)
    .where('returned_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!credit) throw new PaymentRequired('A premium listing is published when it has been paid.');
}
