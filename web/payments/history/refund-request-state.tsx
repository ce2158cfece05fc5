import type { Payment } from '#contract/payments.ts';
import { Day } from '#web/ui/time.tsx';

/** What was said to who asked for the money back; or until when it can be asked for. */
export function RefundRequestState({ payment }: { payment: Payment }) {
  const words = wordsOf(payment);
  return words && <p className="typed mt-1 max-w-measure whitespace-pre-line text-muted text-sm">{words}</p>;
}

function wordsOf({ refundRequest, refundableUntil, refundedCents }: Payment) {
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
            Refundable until <Day at={refundableUntil} />
          </>
        )
      );
  }
}
