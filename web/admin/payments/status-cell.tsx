import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { Badge } from '#web/base/ui/badge.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PaymentBadge } from '#web/payments/history/payment-badge.tsx';
import { getRequested, RequestedParts } from '#web/payments/history/payment-parts.tsx';

/** The status of a payment, with what is to be known of it: a dispute, a refusal, a request for a refund. */
export function StatusCell({ payment }: { payment: AdminPayment }) {
  const { disputed, refusal, refundRequest } = payment;
  const { requested, cents } = getRequested(payment);
  return (
    <div className="grid justify-items-start gap-1.5">
      <PaymentBadge payment={payment} />
      {disputed && (
        <Badge tone="danger">
          <Icon name="circle-alert" />
          {t('Disputed')}
        </Badge>
      )}
      {refusal && <p className="typed text-danger text-sm">{refusal}</p>}
      {refundRequest?.status === 'declined' && (
        <div className="text-sm">
          <Badge>{t('Refund declined')}</Badge>
          <OptionalDateTime at={refundRequest.decidedAt} />
        </div>
      )}
      {refundRequest?.status === 'open' && (
        <>
          <Badge tone="accent">
            <Icon name="message-square-text" />
            {t('Refund requested')}
          </Badge>
          <div className="text-sm">
            <p className="tabular-nums">{formatDollarsAndCents(cents)}</p>
            <RequestedParts requested={requested} />
            <ExpandableText text={refundRequest.reason} />
          </div>
        </>
      )}
    </div>
  );
}
