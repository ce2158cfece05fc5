import { formatDollars, PLANS, type Plan } from '#contract/plans.ts';
import { PaymentsClosed, usePaymentsClosed } from '../layout/payments-closed.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

const offers: { plan: Plan; name: string; line: string; features: string[]; href: string; action: string }[] = [
  {
    plan: PLANS.basic,
    name: PLANS.basic.name,
    line: 'Basic: a standard listing, free for 30 days at a time',
    features: ['Your page with phone and address', 'In your city, ZIP code and category'],
    href: '/post-ad?plan=free',
    action: 'Start free',
  },
  {
    plan: PLANS.enhanced,
    name: PLANS.enhanced.name,
    line: 'Your logo and a featured spot',
    features: [
      'Everything in Free',
      'Logo and up to three photos',
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
    features: ['Everything in Enhanced', 'Your own headline, tags and FAQ', 'A customer quote'],
    href: `/checkout?plan=${PLANS.annual.id}`,
    action: 'Choose Premium',
  },
];

/** The three plans of the home page with their prices. */
export function PlanCards() {
  const closed = usePaymentsClosed();
  return (
    <ul className="grid gap-2 sm:gap-4 md:grid-cols-3 md:gap-x-5">
      {offers.map(({ plan, name, line, features, href, action }) => (
        <Card key={plan.id} as="li" className="plan-card md:row-span-6">
          <h3 className="text-xl">{name}</h3>
          <p className="text-muted max-sm:text-sm sm:mt-1">{line}</p>
          <p className="flex items-baseline gap-1.5 tabular-nums">
            <span className="font-bold text-xl sm:text-3xl">
              {plan.priceCents === 0 ? 'Free' : formatDollars(plan.priceCents / plan.months)}
            </span>
            {plan.months > 0 && <span className="text-muted">/mo</span>}
          </p>
          <p className="text-muted text-sm sm:min-h-6">
            {plan.months > 1 && `${formatDollars(plan.priceCents)} billed annually`}
          </p>
          <ul className="checked mt-4 mb-6 grid content-start gap-2 max-sm:hidden">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          {closed && plan.level !== 'free' ? (
            <PaymentsClosed className="mt-auto" />
          ) : (
            <a
              href={href}
              className={`${buttonClass({ variant: plan.level === 'premium' ? 'primary' : 'secondary' })} mt-auto`}
            >
              {action}
            </a>
          )}
        </Card>
      ))}
    </ul>
  );
}
