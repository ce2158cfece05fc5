import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { getPartTitle } from '#web/payments/history/payment-parts.tsx';

/** What a refund will do, before it is made. */
export function RefundConfirmation({
  payment: { account, card, listing, parts, isCredit, paidTimeWithout },
  amountCents,
  endsLevel,
  partIds,
}: {
  payment: AdminPayment;
  amountCents: number;
  endsLevel: boolean;
  partIds: number[];
}) {
  const amount = <strong>{formatDollarsAndCents(amountCents)}</strong>;
  const username = <bdi className="font-semibold">{account.username}</bdi>;
  return (
    <div className="grid gap-3">
      <p className="typed">
        {card
          ? rich('{amount} will be refunded to {username}, to the card ending {last4}. This can’t be undone.', {
              amount,
              username,
              last4: card.last4,
            })
          : rich('{amount} will be refunded to {username}. This can’t be undone.', { amount, username })}
      </p>
      <p className="typed">{describeConsequence()}</p>
    </div>
  );

  function describeConsequence() {
    if (parts.length > 0) {
      const titles = parts.filter(({ id }) => partIds.includes(id)).map(getPartTitle);
      return endsLevel
        ? t('The paid time of this payment ends now for: {listings}.', { listings: titles.join(', ') })
        : t('The listings keep their paid plan until the term ends.');
    }
    if (isCredit) return endsLevel ? t('The credit will be removed.') : t('The credit stays.');
    if (!listing)
      return endsLevel
        ? t('The listing loses its paid plan now.')
        : t('The listing keeps its paid plan until the term ends.');
    const title = <bdi className="font-semibold">{listing.title}</bdi>;
    if (endsLevel && paidTimeWithout) {
      return rich(
        '{listing} loses the paid time of this payment now. By another payment, it stays {level} until {day}.',
        {
          listing: title,
          level: LEVEL_NAMES[paidTimeWithout.level],
          day: <LongDate at={paidTimeWithout.until} />,
        },
      );
    }
    return endsLevel
      ? rich('{listing} loses its paid plan now.', { listing: title })
      : rich('{listing} keeps its paid plan until the term ends.', { listing: title });
  }
}
