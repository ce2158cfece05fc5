import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { getRequested, RequestedParts } from './payment-parts.tsx';
import { getRefundRequestsPath, invalidatePayments } from './payment-queries.ts';

/** The status of the refund request of a payment, or the date until which a refund can be requested. An open request can be withdrawn. */
export function RefundRequestStatus({ payment }: { payment: Payment }) {
  const text = getStatusText(payment);
  if (!text) return null;
  const status = payment.refundRequest?.status;
  return (
    <div className="mt-1 text-muted text-sm">
      <p className="typed max-w-measure whitespace-pre-line">{text}</p>
      {(status === 'open' || status === 'declined') && <RequestedParts {...getRequested(payment)} />}
      {status === 'open' && <WithdrawButton payment={payment} />}
    </div>
  );
}

function getStatusText(payment: Payment) {
  const { refundRequest, refundableUntil, refundedCents } = payment;
  const { requested, cents } = getRequested(payment);
  switch (refundRequest?.status) {
    case 'open':
      return requested.length === 0
        ? t('You requested a refund of {amount}. We’ll reply within 10 business days.', {
            amount: formatDollarsAndCents(cents),
          })
        : t(
            'You requested a refund of {amount} for {count, plural, one {one listing} other {# listings}}. We’ll reply within 10 business days.',
            { amount: formatDollarsAndCents(cents), count: requested.length },
          );
    case 'declined':
      return t('We declined your refund request: {answer}', { answer: refundRequest.answer ?? '' });
    case 'granted':
      return refundedCents > 0
        ? t('It should reach your card in 5 to 10 days.')
        : t('Refund approved. It’s on its way.');
    case undefined:
      return refundableUntil && rich('Refundable until {day}', { day: <LongDate at={refundableUntil} /> });
  }
}

function WithdrawButton({ payment }: { payment: Payment }) {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const withdraw = async () => {
    await runMutation(t('We couldn’t withdraw your request'), async () => {
      const { message } = await send<{ message: string }>('DELETE', getRefundRequestsPath(payment));
      toast({ title: t('Request withdrawn'), description: message, tone: 'success' });
    });
    await invalidatePayments(client);
  };
  return (
    <Button variant="secondary" size="sm" className="mt-2 print:hidden" busy={busy} onClick={withdraw}>
      {rich('Withdraw the request<hidden> for {number}</hidden>', {
        hidden: srOnly,
        number: payment.receiptNumber ?? '',
      })}
    </Button>
  );
}
