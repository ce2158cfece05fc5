import { sql, type Transaction } from 'kysely';
import { defineMessage, t } from '#contract/i18n/t.ts';
import type { GiftForm } from '#contract/plans/gift-credits.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { emailKey, usernameKey } from '#server/accounts/unique-keys.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { revokeTerm } from '#server/payments/redemption.ts';
import { hasTermLeft } from '#server/payments/terms.ts';
import { waitsWithListing } from '#server/payments/waiting-payments.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { toRecipient, writeEmail } from '#server/platform/mail/write-email.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { giftGivenEmail, giftTakenBackEmail } from './emails.ts';

/**
 * Gives an account credits of a plan: payments that are paid, without money, a receipt or an entry in the ledger. The owner uses one
 * as any other credit, and is notified by email. See docs/decisions/0112-coupons-and-gift-credits.md.
 * @param by the account of the staff
 * @throws {Invalid} for a username or email that no active account has
 */
export function giveCredits(
  { db, cards, jobs, site }: Pick<PaymentDeps, 'db' | 'cards' | 'jobs' | 'site'>,
  { username, plan, count, reason }: GiftForm,
  by: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['id', 'username', 'email', 'language'])
      .where((eb) =>
        username.includes('@')
          ? eb('email_key', '=', emailKey(username))
          : eb('username_key', '=', usernameKey(username)),
      )
      .where('is_active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw new Invalid(NO_ACCOUNT, [{ path: 'username', message: NO_ACCOUNT }]);
    const permit = await authorizeDecision(trx, { kind: 'credit-given', by, accounts: [account.id] });
    const { level, months, name } = PLANS[plan];
    const credit = {
      mode: cards.mode,
      account_id: account.id,
      username: account.username,
      plan,
      level,
      months,
      amount_cents: 0,
      is_gift: true,
      status: 'paid',
      paid_at: sql<Date>`now()`,
    } as const;
    const credits = await trx
      .insertInto('payments')
      .values(Array.from({ length: count }, () => credit))
      .returning('id')
      .execute();
    await trx
      .insertInto('gift_credits')
      .values(credits.map(({ id }) => ({ payment_id: id, reason, given_by: by })))
      .execute();
    await recordDecision(trx, permit, {
      kind: 'credit-given',
      accountId: account.id,
      username: account.username,
      reason,
      after: { plans: plan, credits: count },
    });
    const owner = toRecipient(account);
    if (owner)
      await jobs.enqueueEmail(
        trx,
        writeEmail(owner.language, () => giftGivenEmail(site, owner.email, { plan: name, count })),
      );
  });
}

const NO_ACCOUNT = defineMessage('No active account has this username or email');

/**
 * Takes a credit back that was given, and ends its term early if it is used. The owner is notified by email.
 * @throws {NotFound} {Conflict} when its term is over, it waits with its listing, or was taken back
 */
export function revokeCredit(
  { db, cards, jobs, queue, site }: Pick<PaymentDeps, 'db' | 'cards' | 'jobs' | 'queue' | 'site'>,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Waits for its owner who uses it just now; the next statement then sees the term.
    await trx.selectFrom('payments').select('id').where('id', '=', id).forUpdate().execute();
    const taken = await trx
      .updateTable('payments')
      .set({ returned_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('is_gift', '=', true)
      .where('mode', '=', cards.mode)
      .where('returned_at', 'is', null)
      .where(
        sql<boolean>`(redeemed_at is not null and ${hasTermLeft('payments')} or redeemed_at is null and not ${waitsWithListing('payments')})`,
      )
      .returning(['id', 'account_id', 'username', 'plan', 'listing_id', 'mode', 'redeemed_at'])
      .executeTakeFirst();
    if (!taken) throw await findRefusal(trx, id);
    const isUsed = taken.redeemed_at !== null;
    const permit = await authorizeDecision(trx, {
      kind: 'credit-taken-back',
      by,
      ref: id,
      accounts: [taken.account_id],
      listings: [taken.listing_id],
    });
    await revokeTerm(trx, { queue }, taken);
    await trx
      .updateTable('gift_credits')
      .set({ taken_back_at: sql<Date>`now()`, taken_back_by: by, take_back_reason: reason })
      .where('payment_id', '=', id)
      .execute();
    await recordDecision(trx, permit, {
      kind: 'credit-taken-back',
      accountId: taken.account_id,
      username: taken.username,
      ...(taken.listing_id !== null && { listingId: taken.listing_id }),
      reason,
      before: { payment: id, status: isUsed ? 'used' : 'unused' },
      after: { payment: id, status: 'taken-back' },
    });
    const account = await trx
      .selectFrom('accounts')
      .select(['email', 'language'])
      .where('id', '=', taken.account_id)
      .executeTakeFirst();
    const owner = account && toRecipient(account);
    if (owner)
      await jobs.enqueueEmail(
        trx,
        writeEmail(owner.language, () =>
          giftTakenBackEmail(site, owner.email, { plan: PLANS[taken.plan].name, isUsed }),
        ),
      );
  });
}

async function findRefusal(trx: Transaction<DB>, id: number) {
  const known = await trx
    .selectFrom('gift_credits')
    .select('payment_id')
    .where('payment_id', '=', id)
    .executeTakeFirst();
  return known
    ? new Conflict(t('This credit waits with a listing, its term is over, or it was taken back already.'))
    : new NotFound(t('Gift credit not found.'));
}
