import type { Payment } from '#contract/payments.ts';
import { LongDate } from '#web/ui/time.tsx';

/** The status of the refund request of a payment, or the date until which a refund can be requested. */
export function RefundRequestStatus({ payment }: { payment: Payment }) {
  const text = getStatusText(payment);
  return text && <p className="typed mt-1 max-w-measure whitespace-pre-line text-muted text-sm">{text}</p>;
}

function getStatusText({ refundRequest, refundableUntil, refundedCents }: Payment) {
  switch (refundRequest?.status) {
    case 'open':
      return 'You asked for the money back. We answer within 10 business days.';
    case 'declined':
      return `You asked for the money back, and we declined: ${refundRequest.answer}`;
    case 'granted':
      return refundedCents > 0 ? 'It reaches your card in 5 to 10 days.' : 'We agreed. The money is on its way.';
    case undefined:
      return (
        refundableUntil && (
          <>
            Refundable until <LongDate at={refundableUntil} />
          </>
        )
      );
  }
}
