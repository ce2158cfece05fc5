import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { FACTS_CLASS, Fact } from '#web/admin/fact.tsx';
import { CopyButton } from '#web/admin/health/copy-button.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { PaymentBadge } from '#web/payments/history/payment-badge.tsx';
import { formatCard, formatDiscount, formatMonths } from '#web/payments/history/payment-labels.ts';
import { getRequested, PaymentParts, RequestedParts } from '#web/payments/history/payment-parts.tsx';

/** A dialog with every field of a payment. */
export function PaymentDetails({
  payment,
  onClose,
}: {
  /** Null while the dialog is closed. */
  payment: AdminPayment | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={payment !== null}
      onClose={onClose}
      title={payment?.receiptNumber ? t('Receipt {number}', { number: payment.receiptNumber }) : t('Payment')}
    >
      {payment && <PaymentFacts payment={payment} />}
    </Dialog>
  );
}

function PaymentFacts({ payment }: { payment: AdminPayment }) {
  const { account, planName, months, discount, tax, amountCents, card, listing, term, parts, refunds, refundRequest } =
    payment;
  return (
    <dl className={FACTS_CLASS}>
      <Fact name={t('Status')}>
        <PaymentBadge payment={payment} />
        {payment.disputed && ` ${t('Disputed at the card’s bank')}`}
        {payment.refusal && ` ${payment.refusal}`}
      </Fact>
      <Fact name={t('Account')}>
        {account.id === null
          ? t('{username} (deleted)', { username: account.username })
          : `${account.username} (${account.id})`}
      </Fact>
      <Fact name={t('Plan')}>
        {planName}, {formatMonths(months)}
      </Fact>
      {(discount || tax) && <Fact name={t('Price')}>{formatDollars(payment.priceCents)}</Fact>}
      {discount && <Fact name={t('Coupon')}>{formatDiscount(discount)}</Fact>}
      {tax && (
        <Fact name={t('Tax')}>
          {formatDollars(tax.cents)} ({tax.name}, {tax.percent}%)
        </Fact>
      )}
      <Fact name={t('Amount')}>{formatDollars(amountCents)}</Fact>
      {card && <Fact name={t('Card')}>{formatCard(card)}</Fact>}
      {payment.cardholder && <Fact name={t('Name on card')}>{payment.cardholder}</Fact>}
      {(payment.renewal || payment.isRenewal) && (
        <Fact name={t('Renewal')}>
          {payment.isRenewal && t('A saved card was charged.')} {payment.renewal && describeRenewal(payment.renewal)}
        </Fact>
      )}
      <Fact name={t('Begun')}>
        <DateTime at={payment.createdAt} />
      </Fact>
      {payment.paidAt && (
        <Fact name={t('Paid')}>
          <DateTime at={payment.paidAt} />
        </Fact>
      )}
      {parts.length > 0 && (
        <Fact name={t('Listings')}>
          <PaymentParts parts={parts} />
        </Fact>
      )}
      {listing && (
        <Fact name={t('Listing')}>
          {listing.title} ({listing.id})
        </Fact>
      )}
      {term && (
        <Fact name={t('Term')}>
          {term.endedAt
            ? rich('{start} to {end}, ended {ended}', {
                start: <DateTime at={term.startsAt} />,
                end: <DateTime at={term.endsAt} />,
                ended: <DateTime at={term.endedAt} />,
              })
            : rich('{start} to {end}', {
                start: <DateTime at={term.startsAt} />,
                end: <DateTime at={term.endsAt} />,
              })}
        </Fact>
      )}
      {refundRequest && (
        <Fact name={t('Request')}>
          {refundRequest.reason}
          <RequestedParts {...getRequested(payment)} />
          {refundRequest.answer && (
            <span className="block text-muted">{t('Declined: {answer}', { answer: refundRequest.answer })}</span>
          )}
        </Fact>
      )}
      {refunds.map(({ at, amountCents, reason, creditNote }) => (
        <Fact key={at} name={t('Refunded')}>
          {formatDollars(amountCents)}, <DateTime at={at} />
          <span className="block text-muted">{reason}</span>
          {creditNote && (
            <a href={`/api/admin/payments/${payment.id}/credit-notes/${creditNote}`} download className="link">
              {t('{document} (PDF)', { document: creditNote })}
            </a>
          )}
        </Fact>
      ))}
      {payment.chargebacks.map(({ at, amountCents, creditNote }) => (
        <Fact key={creditNote} name={t('Dispute lost')}>
          {formatDollars(amountCents)}, <DateTime at={at} />
          <span className="block">
            <a href={`/api/admin/payments/${payment.id}/credit-notes/${creditNote}`} download className="link">
              {t('{document} (PDF)', { document: creditNote })}
            </a>
          </span>
        </Fact>
      ))}
      {payment.receiptNumber && (
        <Fact name={t('Invoice')}>
          <a href={`/api/admin/payments/${payment.id}/invoice.pdf`} download className="link">
            {payment.invoiceNumber
              ? t('{document} (PDF)', { document: payment.invoiceNumber })
              : t('Issue and download (PDF)')}
          </a>
        </Fact>
      )}
      <Fact name={t('Payment processor’s reference')}>
        {payment.intentId ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{payment.intentId}</span>
            <CopyButton text={payment.intentId} label={t('Copy')} />
          </span>
        ) : (
          t('None yet')
        )}
      </Fact>
    </dl>
  );
}

function describeRenewal({ amountCents, agreedAt, endedAt }: NonNullable<AdminPayment['renewal']>) {
  const amount = formatDollars(amountCents);
  return endedAt
    ? rich('The owner agreed to {amount} for each renewal on {agreed}. That ended on {ended}.', {
        amount,
        agreed: <DateTime at={agreedAt} />,
        ended: <DateTime at={endedAt} />,
      })
    : rich('The owner agreed to {amount} for each renewal on {agreed}.', {
        amount,
        agreed: <DateTime at={agreedAt} />,
      });
}
