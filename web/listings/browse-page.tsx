import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '../app/queries.ts';
import { CategoryTiles } from '../categories/category-tiles.tsx';
import { breadcrumbList, itemList } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { useSite } from '../layout/site.tsx';
import { PopularCityLinks } from '../places/popular-city-links.tsx';
import { ArrowLink } from '../ui/arrow-link.tsx';
import { Container } from '../ui/container.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';
import { CallToAction } from './call-to-action.tsx';
import { ContinuedNotice, useCursor } from './continued-notice.tsx';
import { getListings, ListingList } from './listing-list.tsx';

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
