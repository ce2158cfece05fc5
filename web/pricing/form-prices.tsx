import { formatDollars, type PaidPlanId, PLANS } from '#contract/plans.ts';
import { usePlans } from '../layout/plans.ts';
import { Badge } from '../ui/badge.tsx';

const terms: { plan: PaidPlanId; billed?: string }[] = [
  { plan: 'monthly' },
  { plan: 'quarterly', billed: 'billed quarterly' },
  { plan: 'annual', billed: 'billed annually' },
];

/** The price of a free listing and of the premium terms that are on sale. */
export default function Pricing() {
  const plans = usePlans();
  const sold = terms.flatMap(({ plan, billed }) => {
    const offer = plans.find(plan);
    return offer ? [{ ...offer, billed }] : [];
  });
  const rows = [{ ...PLANS.basic, priceCents: 0, discountPercent: 0, billed: undefined }, ...sold];
  return (
    <ul className="divide-y">
      {rows.map(({ id, name, months, priceCents, discountPercent, billed }) => (
        <li key={id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
          <div>
            <h3 className="text-lg">{name}</h3>
            {billed && (
              <p className="mt-1 text-muted text-sm">
                {formatDollars(priceCents / months)} a month, {billed}
              </p>
            )}
          </div>
          <div className="grid shrink-0 justify-items-end gap-1">
            <p className="font-bold text-xl tabular-nums">{formatDollars(priceCents)}</p>
            {discountPercent > 0 && <Badge tone="success">Save {discountPercent}%</Badge>}
          </div>
        </li>
      ))}
    </ul>
  );
}
