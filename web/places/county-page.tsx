import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import type { CountyPage as County } from '#contract/places.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { listingPaths, queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Postcard } from '#web/base/art/postcard.tsx';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';
import { breadcrumbList, itemList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { useListPosition } from '#web/listings/list-position.ts';
import { getListings } from '#web/listings/listing-list.tsx';
import { RefineBar } from '#web/search/refine-bar.tsx';
import { RefinedListings } from '#web/search/refined-listings.tsx';
import { useScopedResults } from '#web/search/use-search-results.ts';
import { CityCounts } from './city-counts.tsx';
import { PlaceListings } from './place-listings.tsx';
import { usePlaceListings } from './use-place-listings.ts';

export { CountyError as ErrorBoundary, CountyPage as Component };

/** `/county/{county}`: the listings and the cities of one of the eight counties. */
function CountyPage() {
  const site = useSite();
  const { county: slug = '' } = useParams();
  const position = useListPosition();
  const path = `/county/${slug}`;
  const page = `county.${slug}`;
  const scope = { path, search: { place: slug } };
  const results = useScopedResults(scope);
  const showsAll = !results.isRefined;
  const { data: county } = useQuery(queries.county(slug));
  const listings = usePlaceListings(listingPaths.county(slug), position, { enabled: showsAll });

  const name = county?.name ?? slugToName(slug);
  const place = placeInSentence({ name, slug });
  const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Locations'), href: '/locations' }, { label: name }];
  return (
    <Container>
      <Metadata
        title={t('{place} Local Business Directory', { place })}
        description={t(
          'Local businesses in {place}, California: featured businesses, recent listings, and every city.',
          { place },
        )}
        path={path}
        shareImageName={name}
        feeds
        jsonLd={[breadcrumbList(site, crumbs), ...(showsAll ? [itemList(site, getListings(listings.list) ?? [])] : [])]}
        noindex={position.cursor !== null}
        refined={results.isRefined || position.sort !== null}
      />
      <PageHeading
        title={t('{place} Local Business Directory', { place })}
        lead={
          county ? (
            t('{count, number} businesses in {cities, number} cities and communities.', {
              count: county.count,
              cities: county.cities.length,
            })
          ) : (
            <Skeleton className="h-6 w-72 max-w-full" />
          )
        }
        breadcrumbs={crumbs}
        scene={<Postcard county={slug} seed={0} />}
      />
      <AdSlot name="location-top" page={page} shape="horizontal" bookedOnly className="mt-4 md:mt-8" />
      <RefineBar scope={scope} results={results} />
      {results.isRefined ? (
        <RefinedListings results={results} />
      ) : (
        <PlaceListings place={place} path={path} position={position} {...listings} />
      )}
      {county && <Cities county={county} />}
      <AdSlot name="location-rectangle" page={page} shape="rectangle" bookedOnly className="mt-10" />
      <AdSlot name="location-bottom" page={page} shape="horizontal" bookedOnly className="mt-10" />
      <AdSlot name="place-bottom" page={page} shape="horizontal" bookedOnly className="mt-10" />
      <CallToAction title={t('Is your {place} business missing?', { place })} />
    </Container>
  );
}

function Cities({ county }: { county: County }) {
  return (
    <Section title={t('Cities in {place}', { place: placeInSentence(county) })} id="cities">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <CityCounts cities={county.cities} />
        <CountyMap county={county} />
      </div>
    </Section>
  );
}

/** The county among its neighbors, for wide screens. Its code is loaded apart; without it the space is empty. */
function CountyMap({ county: { name, slug } }: { county: County }) {
  const [art, setArt] = useState<typeof import('#web/base/art/county-pin.tsx')>();
  useEffect(() => void import('#web/base/art/county-pin.tsx').then(setArt, () => {}), []);
  return (
    <div className="aspect-8/5 max-lg:hidden noscript:hidden">
      {art && (
        <art.CountyPin
          label={t('{county} and its neighbors', { county: name })}
          county={slug}
          className="h-auto w-full"
        />
      )}
    </div>
  );
}

/** The error boundary of `/county/{county}`: unknown county, or loading failed. */
function CountyError() {
  return (
    <PageError
      notFoundText={{
        title: t('County Not Found'),
        text: t(
          'Our eight counties are Los Angeles, Orange, San Diego, Riverside, San Bernardino, Ventura, Imperial and Kern.',
        ),
      }}
    />
  );
}
