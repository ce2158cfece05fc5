import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AdminTaxRate } from '#contract/plans/taxes.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime, LongDate } from '#web/base/ui/time.tsx';
import { describeTax, TaxDialog } from './tax-dialog.tsx';
import { useTaxes } from './tax-queries.ts';
import { WithdrawTaxDialog } from './withdraw-tax-dialog.tsx';

/** The sales tax: what holds, what comes and what was, with dialogs to change it. */
export function Taxes() {
  const { data, error, refetch } = useTaxes();
  const [changing, setChanging] = useState(false);
  const [withdrawing, setWithdrawing] = useState<AdminTaxRate | null>(null);
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'It’s added to the price at the checkout, on new purchases only, and shown on invoices. This site doesn’t work out which tax applies: ask your tax advisor.',
        )}
      </p>
      {error && !data ? (
        <p role="alert">
          {t('Failed to fetch the sales tax: {message}', { message: error.message })}{' '}
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </p>
      ) : data ? (
        <Card className="p-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="font-bold text-xl tabular-nums">{describeTax(data.current?.tax ?? null)}</p>
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {t('Change sales tax')}
            </Button>
          </div>
          {data.coming.length > 0 && (
            <ul aria-label={t('Coming', null, 'taxes')} className="mt-3 grid gap-2 border-t pt-3">
              {data.coming.map((rate) => (
                <li key={rate.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <p>
                    {rich('{tax} from {date}', {
                      tax: <span className="font-semibold">{describeTax(rate.tax)}</span>,
                      date: <LongDate at={rate.holdsFrom} />,
                    })}
                    <span className="typed block text-muted text-sm">{rate.reason}</span>
                  </p>
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => setWithdrawing(rate)}
                    aria-label={t('Withdraw {tax}', { tax: describeTax(rate.tax) })}
                  >
                    {t('Withdraw')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {data.former.length > 0 && (
            <p className="mt-3 border-t pt-3 text-muted text-sm">
              {t('Before:')}{' '}
              {data.former.map((rate, i) => (
                <span key={rate.id}>
                  {i > 0 && ', '}
                  {rich('{tax} from {date}', { tax: describeTax(rate.tax), date: <DateTime at={rate.holdsFrom} /> })}
                </span>
              ))}
            </p>
          )}
        </Card>
      ) : (
        <SkeletonGroup label={t('Loading the sales tax…')}>
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {changing && <TaxDialog onClose={() => setChanging(false)} />}
      {withdrawing && <WithdrawTaxDialog rate={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}
