import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { formatDollars, type PlanOffer } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { LOCALE } from '#web/base/i18n/language.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { FeaturedListings } from '#web/listings/featured-listings.tsx';
import { DiscountTable } from './discount-table.tsx';
import { LevelCards } from './level-cards.tsx';
import { PlaceExamples } from './place-examples.tsx';
import { PremiumBenefits } from './premium-benefits.tsx';

export { RatesPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Advertising Rates') }];

const SHOWN_SAMPLES = 3;

/** Made-up listings that show what is paid for, while nobody has paid for a real one. */
function Samples() {
  const { data } = useQuery(queries.featuredListings());
  const samples = data?.items.filter(({ sample }) => sample).slice(0, SHOWN_SAMPLES) ?? [];
  if (samples.length === 0) return null;
  return (
    <Section
      title={t('What it looks like')}
      lead={t('These businesses are made up. Open one to see a whole paid listing.')}
    >
      <FeaturedListings listings={samples} empty="" />
    </Section>
  );
}

/** `/rates`: free and premium listings, discounts for longer terms, and the places where listings appear. */
function RatesPage() {
  const site = useSite();
  const closed = usePaymentsClosed();
  const { offers, find } = usePlans();
  const enhanced = find('enhanced');
  const changedAt = useQuery(queries.plans()).data?.changedAt;
  return (
    <Container>
      <Metadata
        title={t('Advertising Rates')}
        description={getDescription(offers)}
        path="/rates"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={t('Advertising Rates')}
        kicker={changedAt ? t('Last updated: {month}', { month: formatMonth(changedAt) }) : '\u00a0'}
        lead={t(
          'Listing your business is free. Premium puts you above free listings, with photos, a website link and analytics. You pay for a fixed term. Nothing renews unless you check the box at checkout, and then you can stop it with one click in your account.',
        )}
        breadcrumbs={crumbs}
      />
      <Section title={t('Free and Premium')}>
        <LevelCards />
        {enhanced && (
          <p className="mt-5 max-w-measure text-muted">
            {t(
              'Just want your logo, photos, analytics and a featured spot? Enhanced is {amount} a month, without the headline, tags and FAQ.',
              { amount: formatDollars(enhanced.priceCents) },
            )}{' '}
            {!closed && (
              <a href={`/checkout?plan=${enhanced.id}`} className="link">
                {t('Choose Enhanced')}
              </a>
            )}
          </p>
        )}
        <p className="mt-3 max-w-measure text-muted">
          {t(
            'Top placement is the same at both paid levels: a card in the featured section, above the free listings of your city, county, ZIP code and category, where paid listings take turns in first place; and one of up to three sponsored rows above the results of searches that your listing matches.',
          )}
        </p>
      </Section>
      <Samples />
      <Section {...describeTerms(offers)}>
        <DiscountTable />
      </Section>
      <Section title={t('What you get with Premium')}>
        <PremiumBenefits />
      </Section>
      <Section
        title={t('Where you’ll be seen')}
        lead={t('One listing covers your city, ZIP code, county and category. Six examples:')}
      >
        <PlaceExamples />
      </Section>
      <section
        aria-labelledby="larger"
        className="mt-10 flex flex-wrap items-center justify-between gap-5 rounded-card bg-poppy-wash p-6 md:mt-16 md:p-8"
      >
        <div>
          <h2 id="larger" className="text-xl md:text-2xl">
            {t('Multiple locations or a display ad?')}
          </h2>
          <p className="mt-2 max-w-measure">{t('Tell us where you want to be seen, and we’ll send you a price.')}</p>
        </div>
        <a href="/contact" className={buttonClass()}>
          {t('Contact us')}
        </a>
      </section>
    </Container>
  );
}

/** A month of Los Angeles, such as 'April 2025'. */
const formatMonth = (at: string) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: 'America/Los_Angeles', month: 'long', year: 'numeric' }).format(
    new Date(at),
  );

/** What heads the prices by term: it promises a discount while there is one. */
const describeTerms = (offers: PlanOffer[]) =>
  offers.some(({ discountPercent }) => discountPercent > 0)
    ? { title: t('Longer terms, lower prices'), lead: t('Discounts are applied automatically at checkout.') }
    : { title: t('Prices by term') };

/** The page for search engines, with the least that Premium costs while it is sold. */
function getDescription(offers: PlanOffer[]): string {
  const months = offers.filter(({ level }) => level === 'premium').map(({ priceCents, months }) => priceCents / months);
  if (months.length === 0)
    return t(
      'List your Southern California business free, or go Premium with a logo, photos, map pin, website link and analytics.',
    );
  return t(
    'List your Southern California business free, or go Premium from {amount} a month with a logo, photos, map pin, website link and analytics.',
    { amount: formatDollars(Math.min(...months)) },
  );
}
