import { t } from '#contract/i18n/t.ts';
import type { AdminPayment } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans.ts';
import { PaymentBadge } from '../payments/history/payment-badge.tsx';
import { formatCard, formatDiscount, formatMonths } from '../payments/history/payment-labels.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DateTime } from '../ui/time.tsx';
import { FACTS_CLASS, Fact } from './fact.tsx';

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
      title={payment?.receiptNumber ? `Receipt ${payment.receiptNumber}` : t('Payment')}
    >
      {payment && <PaymentFacts payment={payment} />}
    </Dialog>
  );
}

function PaymentFacts({ payment }: { payment: AdminPayment }) {
  const { account, planName, months, discount, tax, amountCents, card, listing, term, refunds, refundRequest } =
    payment;
  return (
    <dl className={FACTS_CLASS}>
      <Fact name="Status">
        <PaymentBadge payment={payment} />
        {payment.disputed && ' Disputed at the card’s bank'}
        {payment.refusal && ` ${payment.refusal}`}
      </Fact>
      <Fact name="Account">
        {account.username}
        {account.id === null ? ' (deleted)' : ` (${account.id})`}
      </Fact>
      <Fact name="Plan">
        {planName}, {formatMonths(months)}
      </Fact>
      {(discount || tax) && <Fact name="Price">{formatDollars(payment.priceCents)}</Fact>}
      {discount && <Fact name="Coupon">{formatDiscount(discount)}</Fact>}
      {tax && (
        <Fact name="Tax">
          {formatDollars(tax.cents)} ({tax.name}, {tax.percent}%)
        </Fact>
      )}
      <Fact name="Amount">{formatDollars(amountCents)}</Fact>
      {card && <Fact name="Card">{formatCard(card)}</Fact>}
      <Fact name="Begun">
        <DateTime at={payment.createdAt} />
      </Fact>
      {payment.paidAt && (
        <Fact name="Paid">
          <DateTime at={payment.paidAt} />
        </Fact>
      )}
      {listing && (
        <Fact name="Listing">
          {listing.title} ({listing.id})
        </Fact>
      )}
      {term && (
        <Fact name="Term">
          <DateTime at={term.startsAt} /> to <DateTime at={term.endsAt} />
          {term.endedAt && (
            <>
              , ended <DateTime at={term.endedAt} />
            </>
          )}
        </Fact>
      )}
      {refundRequest && (
        <Fact name="Request">
          {refundRequest.reason}
          {refundRequest.answer && <span className="block text-muted">Declined: {refundRequest.answer}</span>}
        </Fact>
      )}
      {refunds.map(({ at, amountCents, reason, creditNote }) => (
        <Fact key={at} name="Refunded">
          {formatDollars(amountCents)}, <DateTime at={at} />
          <span className="block text-muted">{reason}</span>
          {creditNote && (
            <a href={`/api/admin/payments/${payment.id}/credit-notes/${creditNote}`} download className="link">
              {creditNote} (PDF)
            </a>
          )}
        </Fact>
      ))}
      {payment.receiptNumber && (
        <Fact name="Invoice">
          <a href={`/api/admin/payments/${payment.id}/invoice.pdf`} download className="link">
            {payment.invoiceNumber ?? t('Issue and download')} (PDF)
          </a>
        </Fact>
      )}
      <Fact name="Intent">{payment.intentId ?? t('None yet')}</Fact>
    </dl>
  );
}
