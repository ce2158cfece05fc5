import type { Payment } from '#contract/payments.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { getInvoicePath } from './payment-queries.ts';

/** The receipt and the invoice of a payment, and a button to request a refund. */
export function PaymentActions({ payment, onRequestRefund }: { payment: Payment; onRequestRefund: () => void }) {
  const { id, receiptNumber, refundableUntil, refundRequest } = payment;
  if (!receiptNumber) return null;
  return (
    <div className={actionsClass}>
      <a href={`/account/payments/${id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Icon name="receipt-text" />
        {rich('Receipt<hidden> {number}</hidden>', { hidden: srOnly, number: receiptNumber })}
      </a>
      <a href={getInvoicePath(payment)} download className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        <Icon name="download" />
        {rich('Invoice<hidden> of {number} (PDF)</hidden>', { hidden: srOnly, number: receiptNumber })}
      </a>
      {refundableUntil && (!refundRequest || isForOtherParts(payment)) && (
        <Button variant="ghost" size="sm" onClick={onRequestRefund}>
          {rich('Request a refund<hidden> for {number}</hidden>', { hidden: srOnly, number: receiptNumber })}
        </Button>
      )}
    </div>
  );
}

/** Whether some of its listings were refunded on a request, and another may be made for the rest. */
const isForOtherParts = ({ refundRequest, parts }: Payment) =>
  refundRequest?.status === 'granted' && parts.some(({ isReturned }) => !isReturned);

const actionsClass = 'flex flex-wrap gap-2 whitespace-nowrap as-table:grid';
