import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AdminPlan, AdminPlanPrice } from '#contract/plans/plan-prices.ts';
import { formatDollars, PAID_PLANS } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime, LongDate } from '#web/base/ui/time.tsx';
import { formatMonths } from '#web/payments/history/payment-labels.ts';
import { describePrice } from './describe-price.ts';
import { usePlanPrices } from './plan-queries.ts';
import { PlannedPrice } from './planned-price.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { TextsWithPrices } from './texts-with-prices.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** The prices of plans: what holds, what comes and what was, with dialogs to change a price. */
export function Plans() {
  const { data, error, refetch } = usePlanPrices();
  const plans = data?.plans;
  const [changing, setChanging] = useState<AdminPlan | null>(null);
  const [withdrawing, setWithdrawing] = useState<{ plan: AdminPlan; price: AdminPlanPrice } | null>(null);
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t('A new price holds everywhere from its moment on. What was bought before keeps its price and its term.')}
      </p>
      {error && !plans ? (
        <p role="alert">
          {t('Failed to fetch the plans: {message}', { message: error.message })}{' '}
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </p>
      ) : plans ? (
        <ul className="grid gap-3">
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              onChange={() => setChanging(plan)}
              onWithdraw={(price) => setWithdrawing({ plan, price })}
            />
          ))}
        </ul>
      ) : (
        <SkeletonGroup label={t('Loading the plans…')} className="grid gap-3">
          {PAID_PLANS.map((plan) => (
            <Skeleton key={plan.id} className="h-24" />
          ))}
        </SkeletonGroup>
      )}
      <TextsWithPrices />
      {changing && <PriceDialog plan={changing} onClose={() => setChanging(null)} />}
      {withdrawing && <WithdrawDialog {...withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

function PlanCard({
  plan: { name, months, current, coming, former },
  onChange,
  onWithdraw,
}: {
  plan: AdminPlan;
  onChange: () => void;
  onWithdraw: (price: AdminPlanPrice) => void;
}) {
  return (
    <Card as="li" className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h3 className="text-lg">{name}</h3>
          <p className="text-muted text-sm">{formatMonths(months)}</p>
        </div>
        <div className="flex w-full items-center justify-between gap-4 sm:w-auto">
          {current && current.priceCents !== null ? (
            <p className="font-bold text-xl tabular-nums">{formatDollars(current.priceCents)}</p>
          ) : (
            <Badge>{t('Off sale')}</Badge>
          )}
          <Button variant="secondary" onClick={onChange} aria-label={t('Change price of {plan}', { plan: name })}>
            {t('Change price')}
          </Button>
        </div>
      </div>
      {coming.length > 0 && (
        <ul className="mt-3 grid gap-2 border-t pt-3">
          {coming.map((price, i) => (
            <li key={price.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div>
                <p>
                  {rich('{price} from {date}', {
                    price: <span className="font-semibold">{describePrice(price)}</span>,
                    date: <LongDate at={price.holdsFrom} />,
                  })}
                  <span className="typed block text-muted text-sm">{price.reason}</span>
                </p>
                <PlannedPrice name={name} until={(i > 0 ? coming[i - 1] : current) ?? null} price={price} />
              </div>
              <Button
                variant="secondary"
                size="sm"
                onClick={() => onWithdraw(price)}
                aria-label={t('Withdraw {price} for {plan}', { price: describePrice(price), plan: name })}
              >
                {t('Withdraw')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {former.length > 0 && (
        <p className="mt-3 border-t pt-3 text-muted text-sm">
          {t('Before:')}{' '}
          {former.map((price, i) => (
            <span key={price.id}>
              {i > 0 && ', '}
              {rich('{price} from {date}', { price: describePrice(price), date: <DateTime at={price.holdsFrom} /> })}
            </span>
          ))}
        </p>
      )}
    </Card>
  );
}
