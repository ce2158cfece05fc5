import { t } from '#contract/i18n/t.ts';
import { formatDollars, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { Badge } from '#web/base/ui/badge.tsx';

const terms: { plan: PaidPlanId; toText?: (amount: string) => string }[] = [
  { plan: 'monthly' },
  { plan: 'quarterly', toText: (amount) => t('{amount} a month, billed quarterly', { amount }) },
  { plan: 'annual', toText: (amount) => t('{amount} a month, billed annually', { amount }) },
];

/** The price of a free listing and of the premium terms that are on sale. */
export default function Pricing() {
  const plans = usePlans();
  const sold = terms.flatMap(({ plan, toText }) => {
    const offer = plans.find(plan);
    return offer ? [{ ...offer, toText }] : [];
  });
  const rows = [{ ...PLANS.basic, priceCents: 0, discountPercent: 0, toText: undefined }, ...sold];
  return (
    <ul className="divide-y">
      {rows.map(({ id, name, months, priceCents, discountPercent, toText }) => (
        <li key={id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
          <div>
            <h3 className="text-lg">{name}</h3>
            {toText && <p className="mt-1 text-muted text-sm">{toText(formatDollars(priceCents / months))}</p>}
          </div>
          <div className="grid shrink-0 justify-items-end gap-1">
            <p className="font-bold text-xl tabular-nums">{formatDollars(priceCents)}</p>
            {discountPercent > 0 && <Badge tone="success">{t('Save {percent}%', { percent: discountPercent })}</Badge>}
          </div>
        </li>
      ))}
    </ul>
  );
}
