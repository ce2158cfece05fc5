import { useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { Coupon } from '#contract/plans/coupons.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { formatDays, formatOff, formatPlans } from './coupon-labels.ts';
import { useCoupons } from './coupon-queries.ts';
import { EndCouponDialog } from './end-coupon-dialog.tsx';

/** The coupons with their uses, and dialogs to create, change and end one. */
export function Coupons() {
  const list = useCoupons();
  // The edited coupon; null while a new one is entered.
  const [edited, setEdited] = useState<Coupon | null>();
  const [ending, setEnding] = useState<Coupon | null>(null);
  const actions: Column<WithBlock<Coupon>> = {
    heading: t('Actions'),
    foot: true,
    className: 'as-table:w-0',
    cell: (coupon) =>
      coupon.endedAt === null && (
        <Decidable blocked={coupon.blocked}>
          <Actions coupon={coupon} onEdit={() => setEdited(coupon)} onEnd={() => setEnding(coupon)} />
        </Decidable>
      ),
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-measure text-muted">
          {t('Owners enter a code at the checkout. Each account can use it once. What was bought keeps its price.')}
        </p>
        <Button onClick={() => setEdited(null)}>
          <Icon name="plus" />
          {t('Create coupon')}
        </Button>
      </div>
      <PaginatedTable
        list={list}
        itemsLabel={t('coupons')}
        errorTitle={t('Failed to fetch coupons')}
        empty={t('No coupons yet.')}
        caption={t('Coupons, newest first')}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
      />
      {edited !== undefined && <CouponDialog coupon={edited} onClose={() => setEdited(undefined)} />}
      {ending && <EndCouponDialog coupon={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

const STATES: Record<Coupon['state'], { label: string; tone: Parameters<typeof Badge>[0]['tone'] }> = {
  coming: { label: t('Coming'), tone: 'info' },
  live: { label: t('Live'), tone: 'success' },
  'used-up': { label: t('Used up'), tone: 'neutral' },
  ended: { label: t('Ended'), tone: 'neutral' },
};

const columns: Column<Coupon>[] = [
  {
    heading: t('Code'),
    top: true,
    cell: (coupon) => (
      <>
        <p className="wrap-anywhere font-semibold as-table:whitespace-nowrap">{coupon.code}</p>
        <p className="text-muted text-sm as-table:whitespace-nowrap">{formatOff(coupon)}</p>
        {coupon.reason && <p className="typed text-muted text-sm">{coupon.reason}</p>}
      </>
    ),
  },
  { heading: t('Plans'), cell: formatPlans },
  { heading: t('Days'), cell: formatDays, className: 'as-table:whitespace-nowrap' },
  {
    heading: t('Uses'),
    className: 'tabular-nums as-table:whitespace-nowrap',
    cell: ({ uses, maxUses, reserved, discountCents }) => (
      <>
        {t('{uses, number} of {max, number}', { uses, max: maxUses })}
        {reserved > 0 && (
          <span className="block text-muted text-sm">{t('{count} being paid', { count: reserved })}</span>
        )}
        {discountCents > 0 && (
          <span className="block text-muted text-sm">
            {t('{amount} off', { amount: formatDollars(discountCents) })}
          </span>
        )}
      </>
    ),
  },
  { heading: t('State'), cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
];

function Actions({
  coupon: { code, isChangeable, endedAt },
  onEdit,
  onEnd,
}: {
  coupon: Coupon;
  onEdit: () => void;
  onEnd: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2 as-table:flex-nowrap whitespace-nowrap">
      {isChangeable && (
        <Button variant="secondary" size="sm" onClick={onEdit}>
          {t('Edit')}
          <span className="sr-only"> {code}</span>
        </Button>
      )}
      {endedAt === null && (
        <Button variant="ghost" size="sm" onClick={onEnd}>
          {t('End', null, 'verb')}
          <span className="sr-only"> {code}</span>
        </Button>
      )}
    </div>
  );
}
