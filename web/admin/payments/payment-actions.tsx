import type { DecisionBlock } from '#contract/admin/decisions.ts';
import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { getPartTitle, getRequested } from '#web/payments/history/payment-parts.tsx';

/** The buttons of a payment's row. */
export function PaymentActions({
  payment: { status, amountCents, refundedCents, refundRequest, receiptNumber, account },
  blocked,
  disabled,
  onShow,
  onRefund,
  onDecline,
}: {
  payment: AdminPayment;
  blocked: DecisionBlock | null;
  disabled: boolean;
  onShow: () => void;
  onRefund: () => void;
  onDecline: () => void;
}) {
  const isRefundable = status === 'paid' && refundedCents < amountCents;
  const isRequested = refundRequest?.status === 'open';
  const reference = (
    <span className="sr-only"> {receiptNumber ?? t('of {username}', { username: account.username })}</span>
  );
  return (
    <div className="flex flex-wrap gap-2 whitespace-nowrap as-table:grid">
      {(isRefundable || isRequested) && (
        <Decidable blocked={blocked}>
          <div className="flex flex-wrap gap-2 as-table:grid">
            {isRefundable && (
              <Button variant="secondary" size="sm" disabled={disabled} onClick={onRefund}>
                <Icon name="undo-2" />
                {t('Refund', null, 'verb')}
                {reference}
              </Button>
            )}
            {isRequested && (
              <Button variant="secondary" size="sm" disabled={disabled} onClick={onDecline}>
                <Icon name="ban" />
                {t('Decline request')}
                {reference}
              </Button>
            )}
          </div>
        </Decidable>
      )}
      <Button variant="ghost" size="sm" onClick={onShow}>
        {t('Details')}
        {reference}
      </Button>
    </div>
  );
}

/** The question before a request for a refund is declined. */
export const toDeclineConfirmation = (payment: AdminPayment): Confirmation => ({
  action: 'declineRefund',
  id: payment.id,
  title: t('Decline this request?'),
  description: rich('{username} requested a refund of {amount} for {plan}: {reason}', {
    username: <bdi className="font-semibold">{payment.account.username}</bdi>,
    amount: formatDollarsAndCents(getRequested(payment).cents),
    plan: [payment.planName, ...getRequested(payment).requested.map(getPartTitle)].join(', '),
    reason: <q className="whitespace-pre-line">{payment.refundRequest?.reason}</q>,
  }),
  reason: { label: t('Answer'), hint: t('Shown to the owner next to the payment.'), apiField: 'answer' },
  confirmLabel: t('Decline request'),
  busyLabel: t('Declining...'),
  danger: true,
});
