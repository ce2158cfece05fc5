import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { breadcrumbList, itemList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { ContinuedNotice, useCursor } from './continued-notice.tsx';
import { FeaturedListings } from './featured-listings.tsx';
import { getListings, LoadMore } from './listing-list.tsx';

export { FeaturedPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Featured Advertisers') }];

/** `/featured`: all featured listings. */
function FeaturedPage() {
  const { featuredPriceCents } = usePlans();
  const site = useSite();
  const cursor = useCursor();
  const list = useInfiniteQuery(queries.allFeaturedListings(cursor));
  const listings = getListings(list);
  return (
    <Container>
      <Metadata
        title={t('Featured Advertisers')}
        description={t('Featured local businesses across Southern California.')}
        path="/featured"
        jsonLd={[breadcrumbList(site, crumbs), itemList(site, listings ?? [])]}
        noindex={cursor !== null}
      />
      <PageHeading
        title={t('Featured Advertisers')}
        lead={t('Standout businesses from all eight counties.')}
        breadcrumbs={crumbs}
      />
      <Section title={t('Featured Ads')}>
        {cursor && <ContinuedNotice path="/featured" to={t('the beginning')} />}
        <FeaturedListings listings={listings} skeletons={6} empty={t('No featured ads available at the moment.')} />
        <LoadMore list={list} />
      </Section>
      <section
        aria-labelledby="become"
        className="mt-10 flex flex-wrap items-center justify-between gap-5 rounded-card bg-poppy-wash p-6 md:mt-16 md:p-8"
      >
        <div>
          <h2 id="become" className="text-xl md:text-2xl">
            {t('Become a Featured Advertiser')}
          </h2>
          <p className="mt-2 max-w-measure">
            {featuredPriceCents === null
              ? t(
                  'Your listing appears here and above the free listings for its city, ZIP code and category, with your logo and a link to your website.',
                )
              : t(
                  'For {price} a month your listing appears here and above the free listings for its city, ZIP code and category, with your logo and a link to your website.',
                  { price: formatDollars(featuredPriceCents) },
                )}
          </p>
        </div>
        <a href="/rates" className={buttonClass()}>
          {t('See advertising rates')}
        </a>
      </section>
    </Container>
  );
}
