import './receipt.css';
import clsx from 'clsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { AmountsTable } from './amounts-table.tsx';
import { formatCard, formatMonths, getPaymentStatus } from './payment-labels.ts';
import { PaymentParts } from './payment-parts.tsx';
import { getInvoicePath } from './payment-queries.ts';
import { RefundRequestStatus } from './refund-request-status.tsx';

const BillingDialog = lazy(() => import('./billing-dialog.tsx'));

/** A receipt: the buyer, the seller, the plan and the amounts. In print nothing else is on the page (receipt.css). */
export function Receipt({ payment, user }: { payment: Payment; user: User }) {
  const { name } = useSite();
  const { receiptNumber, paidAt, planName, months, card, listing, term, parts, refundedCents, invoiceVersions } =
    payment;
  // Undefined until it is first opened, which loads the dialog.
  const [isReissuing, setReissuing] = useState<boolean>();
  return (
    <Card className="receipt mx-auto mt-2 max-w-180 p-5 sm:p-10">
      <div className="flex flex-wrap-reverse items-start justify-between gap-x-6 gap-y-4">
        <div>
          <p className="font-bold text-muted">{name}</p>
          <h1 className="mt-1 text-2xl sm:text-3xl">{t('Receipt {number}', { number: receiptNumber ?? '' })}</h1>
        </div>
        <Stamp payment={payment} />
      </div>
      <dl className="mt-8 grid gap-x-8 gap-y-3 border-t pt-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <ReceiptRow name={t('Paid on')}>{paidAt && <LongDate at={paidAt} />}</ReceiptRow>
        <ReceiptRow name={t('Paid by')}>
          {user.businessName || user.username}
          {user.email && <span className="block text-muted">{user.email}</span>}
        </ReceiptRow>
        {card && <ReceiptRow name={t('Card')}>{formatCard(card)}</ReceiptRow>}
        <ReceiptRow name={t('Plan')}>
          {planName}, {formatMonths(months)}
        </ReceiptRow>
        <ReceiptRow name={parts.length > 0 ? t('Listings') : t('Listing')}>
          {parts.length > 0 ? (
            <PaymentParts parts={parts} />
          ) : (
            (listing?.title ?? (term ? t('No longer in the directory') : t('None yet (saved as credit)')))
          )}
        </ReceiptRow>
        {term && (
          <ReceiptRow name={t('Term')}>
            {term.endedAt
              ? rich('{start} to {end}, ended early', {
                  start: <LongDate at={term.startsAt} />,
                  end: <LongDate at={term.endedAt} />,
                })
              : rich('{start} to {end}', {
                  start: <LongDate at={term.startsAt} />,
                  end: <LongDate at={term.endsAt} />,
                })}
          </ReceiptRow>
        )}
      </dl>
      <AmountsTable payment={payment} />
      <div className="mt-4 empty:hidden print:hidden">
        {(refundedCents === 0 || payment.refundRequest?.status === 'open') && <RefundRequestStatus payment={payment} />}
      </div>
      <Seller payment={payment} />
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => print()}>
          <Icon name="printer" />
          {t('Print')}
        </Button>
        <a href={getInvoicePath(payment)} download className={buttonClass({ variant: 'secondary' })}>
          <Icon name="download" />
          {t('Invoice (PDF)')}
        </a>
        <Button variant="ghost" onClick={() => setReissuing(true)}>
          {t('Reissue invoice')}
        </Button>
      </div>
      {invoiceVersions > 1 && (
        <p className="mt-3 text-sm print:hidden">
          {t('Earlier versions of the invoice:')}{' '}
          {Array.from({ length: invoiceVersions - 1 }, (_, index) => index + 1).map((version) => (
            <a key={version} href={getInvoicePath(payment, version)} download className="link mr-3 inline-block py-1">
              {t('Version {version} (PDF)', { version })}
            </a>
          ))}
        </p>
      )}
      {isReissuing !== undefined && (
        <Suspense>
          <BillingDialog open={isReissuing} payment={payment} onClose={() => setReissuing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function Stamp({ payment }: { payment: Payment }) {
  // The stamp shows 'Paid' for a credit too; the row 'Listing' says that it is one.
  const { label, icon, tone } = getPaymentStatus({ ...payment, isCredit: false });
  return (
    <p
      className={clsx(
        'flex items-center gap-2 rounded-field border-3 border-current px-4 py-1.5 font-bold text-lg uppercase tracking-wide sm:-rotate-3',
        tone === 'success' ? 'text-sage' : 'text-muted',
      )}
    >
      <Icon name={icon} className="size-5" />
      {label}
    </p>
  );
}

function ReceiptRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted">{name}</dt>
      <dd className="typed">{children}</dd>
    </div>
  );
}

function Seller({ payment: { renewal, isRenewal } }: { payment: Payment }) {
  const { operator, postalAddress, supportEmail } = useSite();
  return (
    <div className="mt-8 border-t pt-5 text-muted text-sm">
      <p className="font-semibold text-ink">{operator}</p>
      {postalAddress && <p className="whitespace-pre-line">{postalAddress}</p>}
      <p>{supportEmail}</p>
      <p className="mt-3">
        {renewal
          ? rich('You agreed on {day} that this plan renews automatically. {state}', {
              day: <LongDate at={renewal.agreedAt} />,
              state: renewal.endedAt
                ? t('That has ended, and your card isn’t charged again.')
                : t('You can stop it in your account under Payments.'),
            })
          : isRenewal
            ? t('Your plan renewed automatically, as you agreed.')
            : t('This is a one-time payment for a fixed term. Nothing renews automatically.')}
      </p>
    </div>
  );
}
