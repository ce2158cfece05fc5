import clsx from 'clsx';
import { formatDollars, PLANS, type Plan } from '#contract/plans.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** Features and prices of free and premium listings. */
export function OptionsCard() {
  return (
    <Card as="section" aria-labelledby="listing-options" className="p-4 sm:p-6">
      <h2 id="listing-options" className="mb-4 text-xl">
        Listing Options
      </h2>
      <Tabs
        label="Listing options"
        tabs={[
          { value: 'compare', label: 'Compare', content: <Compare /> },
          { value: 'pricing', label: 'Pricing', content: <Pricing /> },
        ]}
      />
    </Card>
  );
}

const levels = [
  { name: 'Free', listing: 'Basic listing', premium: false },
  { name: 'Premium', listing: 'Enhanced listing', premium: true },
];
const extras = ['Featured placement', 'Analytics dashboard', 'Map pin'];

function Compare() {
  return (
    <div className="grid grid-cols-2 gap-3">
      {levels.map(({ name, listing, premium }) => (
        <div key={name} className={clsx('rounded-field border p-3', premium && 'bg-poppy-wash')}>
          <h3 className={clsx('text-lg', premium && 'text-poppy-text')}>{name}</h3>
          <ul className="mt-2 grid gap-2 text-sm">
            <Feature has>{listing}</Feature>
            <Feature has>Contact information</Feature>
            {extras.map((extra) => (
              <Feature key={extra} has={premium}>
                {extra}
              </Feature>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Feature({ has, children }: { has: boolean; children: string }) {
  return (
    <li className={clsx('flex gap-2', !has && 'text-muted')}>
      <Icon
        name={has ? 'circle-check' : 'circle-x'}
        className={clsx('mt-0.5 size-4.5 shrink-0', has ? 'text-sage' : 'text-muted')}
      />
      <span>
        {!has && <span className="sr-only">Not included: </span>}
        {children}
      </span>
    </li>
  );
}

const terms: { plan: Plan; name: string; billed?: string }[] = [
  { plan: PLANS.basic, name: 'Free' },
  { plan: PLANS.monthly, name: PLANS.monthly.name },
  { plan: PLANS.quarterly, name: PLANS.quarterly.name, billed: 'billed quarterly' },
  { plan: PLANS.annual, name: PLANS.annual.name, billed: 'billed annually' },
];

function Pricing() {
  return (
    <ul className="divide-y">
      {terms.map(({ plan, name, billed }) => (
        <li key={plan.id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
          <div>
            <h3 className="text-lg">{name}</h3>
            {billed && (
              <p className="mt-1 text-muted text-sm">
                {formatDollars(plan.priceCents / plan.months)} a month, {billed}
              </p>
            )}
          </div>
          <div className="grid shrink-0 justify-items-end gap-1">
            <p className="font-bold text-xl tabular-nums">{formatDollars(plan.priceCents)}</p>
            {billed && <Badge tone="success">Save {savedPercent(plan)}%</Badge>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The discount of a term against the same number of single months, in percent. */
function savedPercent({ priceCents, months }: Plan): number {
  return Math.round(100 - (100 * priceCents) / (PLANS.monthly.priceCents * months));
}
