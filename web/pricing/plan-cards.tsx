import { t } from '#contract/i18n/t.ts';
import { formatDollars, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { PaymentsClosed, usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';

const cards: {
  plan: PaidPlanId | null;
  name: string;
  line: string;
  features: string[];
  href: string;
  action: string;
}[] = [
  {
    plan: null,
    name: PLANS.basic.name,
    line: t('Basic: a standard listing, free for 30 days at a time'),
    features: [t('Your page with phone and address'), t('In your city, ZIP code and category')],
    href: '/post-ad?plan=free',
    action: t('Start free'),
  },
  {
    plan: 'enhanced',
    name: PLANS.enhanced.name,
    line: t('Your logo and a featured spot'),
    features: [
      t('Everything in Free'),
      t('Logo and up to three photos'),
      t('Website link and map pin'),
      t('A featured spot'),
      t('Basic analytics'),
    ],
    href: `/checkout?plan=${PLANS.enhanced.id}`,
    action: t('Choose Enhanced'),
  },
  {
    plan: 'annual',
    name: t('Premium'),
    line: t('All features plus analytics'),
    features: [t('Everything in Enhanced'), t('Your own headline, tags and FAQ'), t('A customer quote')],
    href: `/checkout?plan=${PLANS.annual.id}`,
    action: t('Choose Premium'),
  },
];

/** The three plans of the home page with their prices; without what is not on sale. */
export function PlanCards() {
  const closed = usePaymentsClosed();
  const plans = usePlans();
  const shown = cards.flatMap(({ plan, ...card }) => {
    const offer = plan && plans.find(plan);
    return offer === undefined ? [] : [{ ...card, offer }];
  });
  return (
    <ul className="grid gap-2 sm:gap-4 md:grid-cols-3 md:gap-x-5">
      {shown.map(({ offer, name, line, features, href, action }) => (
        <Card key={name} as="li" className="plan-card md:row-span-6">
          <h3 className="text-xl">{name}</h3>
          <p className="text-muted max-sm:text-sm sm:mt-1">{line}</p>
          <p className="flex items-baseline gap-1.5 tabular-nums">
            <span className="font-bold text-xl sm:text-3xl">
              {formatDollars(offer ? offer.priceCents / offer.months : 0)}
            </span>
            {offer && <span className="text-muted">{t('/mo')}</span>}
          </p>
          <p className="text-muted text-sm sm:min-h-6">
            {offer && offer.months > 1 && t('{amount} billed annually', { amount: formatDollars(offer.priceCents) })}
          </p>
          <ul className="checked mt-4 mb-6 grid content-start gap-2 max-sm:hidden">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          {closed && offer ? (
            <PaymentsClosed className="mt-auto" />
          ) : (
            <a
              href={href}
              className={`${buttonClass({ variant: offer?.level === 'premium' ? 'primary' : 'secondary' })} mt-auto`}
            >
              {action}
            </a>
          )}
        </Card>
      ))}
    </ul>
  );
}
