import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';

/** The status of the refund request of a payment, or the date until which a refund can be requested. */
export function RefundRequestStatus({ payment }: { payment: Payment }) {
  const text = getStatusText(payment);
  return text && <p className="typed mt-1 max-w-measure whitespace-pre-line text-muted text-sm">{text}</p>;
}

function getStatusText({ refundRequest, refundableUntil, refundedCents }: Payment) {
  switch (refundRequest?.status) {
    case 'open':
      return t('You requested a refund. We’ll reply within 10 business days.');
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
