import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { PaymentsClosed, usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';

const levels = [
  {
    name: t('Free listing'),
    price: '$0',
    per: t('forever'),
    line: t(
      'Our Freemium listing: no credit card. It’s shown for 30 days at a time, and you can renew it with one click as often as you like.',
    ),
    features: [
      t('A basic listing with its own page'),
      t('Phone, email, address and opening hours'),
      t('In your city, county, ZIP code and category'),
    ],
    without: t('No logo, website link or images.'),
    href: '/post-ad?plan=free',
    action: t('Post a free listing'),
    premium: false,
  },
  {
    name: t('Premium listing'),
    price: null,
    per: t('/month'),
    line: t('Everything in Free, plus top placement and photos.'),
    features: [
      t('Top placement, above free listings'),
      t('Logo and up to 3 business images'),
      t('DoFollow link to your website'),
      t('Map pin and social links'),
      t('Promotional headline and tags'),
      t('Schema and FAQ voice search'),
      t('Review snippet: a customer quote'),
      t('Basic analytics: views, clicks and calls'),
    ],
    without: null,
    href: '/checkout?plan=premium',
    action: t('Go premium'),
    premium: true,
  },
];

// Terms of the trade, in other words.
const EXPLANATIONS: Record<string, string> = {
  [t('DoFollow link to your website')]: t('Search engines follow it, and count it as a recommendation.'),
  [t('Schema and FAQ voice search')]: t(
    'Search engines and voice assistants can read your hours, your place and your answers.',
  ),
  [t('Review snippet: a customer quote')]: t('A sentence of a customer of yours, which you choose.'),
};

/** The free and the premium level side by side, each with a link to start. */
export function LevelCards() {
  const closed = usePaymentsClosed();
  const { loaded, featuredPriceCents } = usePlans();
  const sold = featuredPriceCents !== null;
  return (
    <ul className="grid gap-4 md:grid-cols-[2fr_3fr] md:gap-5">
      {levels.map(({ name, price, per, line, features, without, href, action, premium }) => (
        <Card key={name} as="li" className="flex flex-col p-5 lg:p-7">
          <h3 className="text-xl">{name}</h3>
          <p className="mt-4 flex items-baseline gap-1.5 tabular-nums">
            <span className="font-bold text-4xl">
              {price ?? (sold ? formatDollars(featuredPriceCents) : loaded ? t('Not on sale') : '\u00a0')}
            </span>
            {(price || sold) && <span className="text-muted">{per}</span>}
          </p>
          <p className="mt-2 text-muted">{line}</p>
          <ul className={`checked mt-5 mb-6 grid content-start gap-x-6 gap-y-2 ${premium ? 'sm:grid-cols-2' : ''}`}>
            {features.map((feature) => (
              <li key={feature}>
                <div>
                  {feature}
                  {EXPLANATIONS[feature] && <p className="text-muted text-sm">{EXPLANATIONS[feature]}</p>}
                </div>
              </li>
            ))}
          </ul>
          {without && <p className="mb-6 text-muted">{without}</p>}
          {premium && closed ? (
            <PaymentsClosed className="mt-auto" />
          ) : premium && !sold ? null : (
            <a
              href={href}
              className={`${buttonClass({ variant: premium ? 'primary' : 'secondary' })} mt-auto self-start max-sm:self-stretch`}
            >
              {action}
            </a>
          )}
        </Card>
      ))}
    </ul>
  );
}
