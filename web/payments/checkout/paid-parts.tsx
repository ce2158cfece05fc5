import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { PaymentParts } from '#web/payments/history/payment-parts.tsx';
import { userPaymentQuery } from '#web/payments/history/payment-queries.ts';
import { PaymentReceipt } from '#web/payments/history/payment-receipt.tsx';

/** What became of each listing of a payment for several, with the receipt. */
export function PaidParts({ paymentId }: { paymentId: number }) {
  const { data: payment } = useQuery(userPaymentQuery(String(paymentId)));
  return (
    <Card as="section" aria-labelledby="paid" className="grid gap-5 p-5 sm:p-8">
      <h2 id="paid" className="text-xl">
        {t('Your listings')}
      </h2>
      {payment ? (
        <PaymentParts parts={payment.parts} />
      ) : (
        <SkeletonGroup label={t('Loading your listings…')}>
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
      <PaymentReceipt paymentId={paymentId} />
      <a href="/account" className={`${buttonClass()} justify-self-start`}>
        {t('Go to Dashboard')}
      </a>
    </Card>
  );
}
