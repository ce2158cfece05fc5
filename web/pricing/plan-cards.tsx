import { formatDollars, PLANS, type Plan } from '#contract/plans.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

const offers: { plan: Plan; name: string; line: string; features: string[]; href: string; action: string }[] = [
  {
    plan: PLANS.basic,
    name: PLANS.basic.name,
    line: 'A standard listing',
    features: ['Your page with phone and address', 'In your city, ZIP code and category'],
    href: '/post-ad?plan=free',
    action: 'Start free',
  },
  {
    plan: PLANS.enhanced,
    name: PLANS.enhanced.name,
    line: 'Your logo and a featured spot',
    features: [
      'Everything in Basic',
      'Logo and up to three pictures',
      'Website link and map pin',
      'A featured spot',
      'Basic analytics',
    ],
    href: `/checkout?plan=${PLANS.enhanced.id}`,
    action: 'Choose Enhanced',
  },
  {
    plan: PLANS.annual,
    name: 'Premium',
    line: 'All features plus analytics',
    features: ['Everything in Enhanced', 'Your own headline, tags and FAQ', 'A customer’s words beside your story'],
    href: `/checkout?plan=${PLANS.annual.id}`,
    action: 'Choose Premium',
  },
];

/** The three plans of the home page with their prices. */
export function PlanCards() {
  return (
    <ul className="grid gap-4 md:grid-cols-3 md:gap-x-5">
      {offers.map(({ plan, name, line, features, href, action }) => (
        <Card
          key={plan.id}
          as="li"
          edge={plan.level === 'premium'}
          className="flex flex-col p-5 md:row-span-6 md:grid md:grid-rows-subgrid md:gap-y-0 lg:p-6"
        >
          <h3 className="text-xl">{name}</h3>
          <p className="mt-1 text-muted">{line}</p>
          <p className="mt-5 flex items-baseline gap-1.5 tabular-nums">
            <span className="font-bold font-heading text-3xl">
              {plan.priceCents === 0 ? 'Free' : formatDollars(plan.priceCents / plan.months)}
            </span>
            {plan.months > 0 && <span className="text-muted">/mo</span>}
          </p>
          <p className="min-h-6 text-muted text-sm">
            {plan.months > 1 && `${formatDollars(plan.priceCents)} billed annually`}
          </p>
          <ul className="checked mt-4 mb-6 grid content-start gap-2">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <a
            href={href}
            className={`${buttonClass({ variant: plan.level === 'premium' ? 'accent' : 'secondary' })} mt-auto`}
          >
            {action}
          </a>
        </Card>
      ))}
    </ul>
  );
}
