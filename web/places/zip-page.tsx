import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { ZipListings } from '#contract/places.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';
import { breadcrumbList, itemList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Chips } from '#web/base/ui/chips.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { ContinuedNotice } from '#web/listings/continued-notice.tsx';
import { FeaturedFirst, FeaturedListings } from '#web/listings/featured-listings.tsx';
import { sortedPath, useListPosition } from '#web/listings/list-position.ts';
import { getListings, ListingList, LoadMore } from '#web/listings/listing-list.tsx';
import { RefineBar } from '#web/search/refine-bar.tsx';
import { RefinedListings } from '#web/search/refined-listings.tsx';
import { useScopedResults } from '#web/search/use-search-results.ts';

export { ZipError as ErrorBoundary, ZipPage as Component };

/** `/zip/{zip}`: the listings of a ZIP code. */
function ZipPage() {
  const site = useSite();
  const { zip = '' } = useParams();
  const position = useListPosition();
  const { cursor, sort } = position;
  const path = `/zip/${zip}`;
  const scope = { path, search: { place: zip } };
  const results = useScopedResults(scope);
  const showsAll = !results.isRefined;
  const featured = useInfiniteQuery(queries.featuredListingsInZip(zip));
  const rest = useInfiniteQuery({ ...queries.otherListingsInZip(zip, position), enabled: showsAll });

  const data = (rest.data ?? featured.data)?.pages[0];
  const location = data?.location ?? { name: t('Southern California'), slug: '' };
  const featuredListings = getListings(featured);
  const otherListings = getListings(rest);
  const crumbs = [{ label: t('Home'), href: '/' }, { label: location.name, href: `/${location.slug}` }, { label: zip }];
  const place = (data?.city ?? data?.county ?? location).name;
  return (
    <Container>
      <Metadata
        title={t('{place} {zip} businesses', { place, zip })}
        description={t('Local businesses in the ZIP code {zip}, {place}.', { zip, place })}
        path={path}
        shareImageName={zip}
        jsonLd={[
          breadcrumbList(site, crumbs),
          ...(showsAll ? [itemList(site, [...(featuredListings ?? []), ...(otherListings ?? [])])] : []),
        ]}
        noindex={cursor !== null || (featuredListings?.length === 0 && otherListings?.length === 0)}
        refined={results.isRefined || sort !== null}
      />
      <PageHeading
        title={`${location.name} (${zip})`}
        lead={data ? leadText(data) : <Skeleton className="h-6 w-72 max-w-full" />}
        breadcrumbs={crumbs}
      />
      <AdSlot name="zip-banner" page={`zip.${zip}`} shape="banner" className="mt-8" />
      <RefineBar scope={scope} results={results} />
      {results.isRefined ? (
        <RefinedListings results={results} />
      ) : (
        <FeaturedFirst
          listings={featuredListings}
          section={
            !cursor && (
              <Section title={t('Featured Businesses in {zip}', { zip })}>
                <FeaturedListings
                  listings={featuredListings}
                  empty={t('No featured businesses in this zip code yet.')}
                />
                <LoadMore list={featured} label={t('More featured businesses')} path="/featured" />
              </Section>
            )
          }
        >
          <Section title={t('All Businesses in {zip}', { zip })} id="all">
            {cursor && <ContinuedNotice path={sortedPath(path, sort)} to={t('the first ones')} />}
            <ListingList list={rest} sort={sort} empty={t('No businesses available in this zip code yet.')} />
            {data?.city && (
              <p className="mt-4">
                <ArrowLink href={`/city/${data.city.slug}`}>{t('All of {place}', { place: data.city.name })}</ArrowLink>
              </p>
            )}
          </Section>
        </FeaturedFirst>
      )}
      {data && data.nearest.length > 0 && (
        <Section title={t('Nearby ZIP codes with businesses')}>
          <Chips
            links={data.nearest.map((near) => ({
              href: `/zip/${near.zip}`,
              label: near.city ? `${near.zip} ${near.city}` : near.zip,
              count: near.count,
            }))}
          />
        </Section>
      )}
      <CallToAction />
    </Container>
  );
}

const leadText = ({ city, county }: Pick<ZipListings, 'city' | 'county'>) =>
  city
    ? t('Local businesses in {city}, {county}.', { city: city.name, county: county.name })
    : t('Local businesses in {place}.', { place: placeInSentence(county) });

/** The error boundary of `/zip/{zip}`: ZIP code outside the counties, or loading failed. */
function ZipError() {
  return (
    <PageError
      notFoundText={{
        title: t('Zip Code Not Found'),
        text: t('No information was found for this zip code. We cover the eight counties of Southern California.'),
      }}
    />
  );
}
