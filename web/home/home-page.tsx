import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { CountyMap } from '#web/base/art/county-map.tsx';
import { webSite } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { FeaturedListings } from '#web/listings/featured-listings.tsx';
import { ListFailure } from '#web/listings/list-failure.tsx';
import { ListingList } from '#web/listings/listing-list.tsx';
import { CountyLinks } from '#web/places/county-links.tsx';
import { PopularCityLinks } from '#web/places/popular-city-links.tsx';
import { PlanCards } from '#web/pricing/plan-cards.tsx';
import { HomeHero } from './home-hero.tsx';
import { ListYourBusiness } from './list-your-business.tsx';
import { SponsorBanner } from './sponsor-banner.tsx';

export { HomePage as Component };

const NearYou = lazy(() => import('./near-you.tsx'));

/** `/`: the home page, with the search, recent listings, links to categories, counties and cities, featured listings, and the plans. */
function HomePage() {
  const site = useSite();
  const featured = useQuery({ ...queries.featuredListings(), throwOnError: false });
  const recent = useInfiniteQuery({ ...queries.recentListings(), throwOnError: false });
  const { data: counties } = useQuery({ ...queries.counties(), throwOnError: false });
  const counts = counties && Object.fromEntries(counties.items.map(({ slug, count }) => [slug, count]));
  const [point, setPoint] = useState<string>();
  const { featuredPriceCents } = usePlans();
  return (
    <>
      <Metadata
        title={t('Local businesses in Southern California')}
        description={t(
          'Find local businesses in Los Angeles, Orange, San Diego, Riverside, San Bernardino, Ventura, Imperial and Kern counties, by city, ZIP code and category. Listing yours is free.',
        )}
        path="/"
        jsonLd={webSite(site)}
      />
      <HomeHero counts={counts} onPoint={setPoint} />
      <Container className="home">
        {point && (
          <Suspense>
            <NearYou key={point} point={point} />
          </Suspense>
        )}
        <Section title={t('Recent Ads')} action={<ArrowLink href="/browse">{t('Browse Ads')}</ArrowLink>}>
          <ListingList
            list={recent}
            empty={t('No recent ads available at the moment.')}
            moreLabel={t('Load More Ads')}
            morePath="/browse"
          />
        </Section>
        <Section
          title={t('Browse by county')}
          id="counties"
          action={<ArrowLink href="/locations">{t('View All Locations')}</ArrowLink>}
        >
          <CountyMap counts={counts} className="mx-auto mb-4 h-auto w-full max-w-2xl lg:hidden" />
          <CountyLinks />
        </Section>
        <Section title={t('Popular cities')} id="cities">
          <PopularCityLinks />
        </Section>
        <Section
          title={t('Featured Ads')}
          action={
            <ArrowLink href="/rates">
              {featuredPriceCents === null
                ? t('Become a featured advertiser')
                : t('Become a featured advertiser for {price}', { price: formatDollars(featuredPriceCents) })}
            </ArrowLink>
          }
        >
          {featured.isError && !featured.data ? (
            <ListFailure onRetry={featured.refetch} />
          ) : (
            <FeaturedListings
              listings={featured.data?.items}
              skeletons={3}
              empty={t('No featured ads available at the moment.')}
            />
          )}
        </Section>
        <SponsorBanner />
        <Section
          title={t('Choose your plan')}
          lead={t('Start free. Upgrade when you want to be seen by more customers.')}
        >
          <PlanCards />
        </Section>
      </Container>
      <ListYourBusiness />
    </>
  );
}
