import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { formatCard } from './payment-labels.ts';
import { userPaymentQuery } from './payment-queries.ts';

/** The plan, amount, card and receipt number of a payment. Its space is reserved while loading. */
export function PaymentReceipt({ paymentId }: { paymentId: number }) {
  const { data: payment } = useQuery(userPaymentQuery(String(paymentId)));
  return (
    <dl className="grid min-h-26 grid-cols-[auto_1fr] content-center gap-x-6 gap-y-1 rounded-field bg-paper px-4 py-3 tabular-nums">
      {payment && (
        <>
          <dt className="text-muted">{t('Plan')}</dt>
          <dd>{payment.planName}</dd>
          <dt className="text-muted">{t('Paid')}</dt>
          <dd>
            {formatDollarsAndCents(payment.amountCents)}
            {payment.card && `, ${formatCard(payment.card)}`}
          </dd>
          <dt className="text-muted">{t('Receipt')}</dt>
          <dd>
            <a href={`/account/payments/${payment.id}`} className="link">
              {payment.receiptNumber}
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}
