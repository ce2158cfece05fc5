import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Payment } from '#contract/checkout.ts';
import { exactDollars } from '#contract/payments.ts';
import type { ApiError } from '../api.ts';

/** A payment of one's own. */
export const paymentQuery = (id: number) => queryOptions<Payment, ApiError>({ queryKey: [`/api/user/payments/${id}`] });

/** What was paid, by which card, in a line or two; its place is kept until that is known. */
export function PaymentReceipt({ paymentId }: { paymentId: number }) {
  const { data: payment } = useQuery(paymentQuery(paymentId));
  return (
    <dl className="grid min-h-[6.5rem] grid-cols-[auto_1fr] content-start gap-x-6 gap-y-1 rounded-field bg-paper px-4 py-3 tabular-nums">
      {payment && (
        <>
          <dt className="text-muted">Plan</dt>
          <dd>{payment.planName}</dd>
          <dt className="text-muted">Paid</dt>
          <dd>
            {exactDollars(payment.amountCents)}
            {payment.card && (
              <>
                {' '}
                by <span className="capitalize">{payment.card.brand}</span> ending in {payment.card.last4}
              </>
            )}
          </dd>
          <dt className="text-muted">Receipt</dt>
          <dd>{payment.receiptNumber}</dd>
        </>
      )}
    </dl>
  );
}
