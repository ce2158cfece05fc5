import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDollars, formatDollarsAndCents } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';
import { getCreditNotePath } from './payment-queries.ts';

/** The price, what was taken off and added, the refunds and the total. */
export function AmountsTable({
  payment: {
    id,
    planName,
    months,
    priceCents,
    listCents,
    discount,
    tax,
    amountCents,
    refunds,
    refundedCents,
    chargebacks,
    parts,
  },
}: {
  payment: Payment;
}) {
  const quantity = Math.max(1, parts.length);
  const chargedBackCents = chargebacks.reduce((sum, chargeback) => sum + chargeback.amountCents, 0);
  return (
    <table className="mt-6 w-full border-t">
      <caption className="sr-only">{t('Amounts in US dollars')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('Item')}</th>
          <th scope="col">{t('Amount')}</th>
        </tr>
      </thead>
      <tbody>
        {listCents === null ? (
          <AmountRow what={quantity === 1 ? planName : `${quantity} × ${planName}`} cents={priceCents} />
        ) : (
          <>
            <AmountRow
              what={t('{plan}: {months, plural, one {# month} other {# months}} at {amount}', {
                plan: quantity === 1 ? planName : `${quantity} × ${planName}`,
                months,
                amount: formatDollars(listCents / months / quantity),
              })}
              cents={listCents}
            />
            <AmountRow
              what={t('Discount for {months, plural, one {# month} other {# months}}', { months })}
              cents={priceCents - listCents}
            />
          </>
        )}
        {discount && <AmountRow what={t('Coupon {code}', { code: discount.code })} cents={-discount.cents} />}
        {tax && <AmountRow what={`${tax.name} (${tax.percent}%)`} cents={tax.cents} />}
        {refunds.map(({ at, reason, amountCents, creditNote }) => (
          <AmountRow
            key={at}
            what={
              <>
                {rich('Refunded on {day}', { day: <LongDate at={at} /> })}
                <span className="typed block text-muted text-sm">{reason}</span>
                {creditNote && <CreditNoteLink id={id} number={creditNote} />}
              </>
            }
            cents={-amountCents}
          />
        ))}
        {chargebacks.map(({ at, amountCents, creditNote }) => (
          <AmountRow
            key={creditNote}
            what={
              <>
                {rich('Taken back by your bank on {day}', { day: <LongDate at={at} /> })}
                <CreditNoteLink id={id} number={creditNote} />
              </>
            }
            cents={-amountCents}
          />
        ))}
        <tr className="border-t font-bold text-lg">
          <th scope="row" className="pt-4 pr-4 text-left">
            {t('Total paid')}
          </th>
          <td className="pt-4 text-right">
            {t('{amount} USD', { amount: formatDollarsAndCents(amountCents - refundedCents - chargedBackCents) })}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function CreditNoteLink({ id, number }: { id: number; number: string }) {
  return (
    <a href={getCreditNotePath({ id }, number)} download className="link block text-sm print:hidden">
      {t('Credit note {number} (PDF)', { number })}
    </a>
  );
}

function AmountRow({ what, cents }: { what: ReactNode; cents: number }) {
  return (
    <tr className="align-baseline">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        {what}
      </th>
      <td className="whitespace-nowrap py-2.5 text-right">
        {cents < 0 && '−'}
        {formatDollarsAndCents(Math.abs(cents))}
      </td>
    </tr>
  );
}
