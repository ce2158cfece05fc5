import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { breadcrumbList, itemList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { CategoryTiles } from '#web/categories/category-tiles.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { ContinuedNotice, useCursor } from '#web/listings/continued-notice.tsx';
import { getListings, ListingList } from '#web/listings/listing-list.tsx';
import { PopularCityLinks } from '#web/places/popular-city-links.tsx';

export { BrowsePage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Browse Ads') }];

/** `/browse`: every listing by city, by category, and newest first. */
function BrowsePage() {
  const site = useSite();
  const cursor = useCursor();
  const list = useInfiniteQuery(queries.allListings(cursor));
  return (
    <Container>
      <Metadata
        title={t('Browse Ads')}
        description={t('Browse Southern California businesses by city and category, or see the newest listings.')}
        path="/browse"
        jsonLd={[breadcrumbList(site, crumbs), itemList(site, getListings(list) ?? [])]}
        noindex={cursor !== null}
      />
      <PageHeading
        title={t('Browse Ads')}
        lead={t('Browse by city, by category or by what’s new.')}
        breadcrumbs={crumbs}
      />
      {!cursor && (
        <>
          <Section title={t('By location')} action={<ArrowLink href="/locations">{t('View All Locations')}</ArrowLink>}>
            <PopularCityLinks />
          </Section>
          <Section title={t('By category')}>
            <CategoryTiles />
          </Section>
        </>
      )}
      <Section title={t('Recent Ads')}>
        {cursor && <ContinuedNotice path="/browse" />}
        <ListingList list={list} empty={t('No recent ads available at the moment.')} />
      </Section>
      <CallToAction />
    </Container>
  );
}
