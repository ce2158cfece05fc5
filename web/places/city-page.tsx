import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import type { PlacePage } from '#contract/places.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { listingPaths, queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Postcard } from '#web/base/art/postcard.tsx';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';
import { placeBreadcrumbs, placePath } from '#web/base/formats/place-path.ts';
import { breadcrumbList, itemList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { Chips } from '#web/base/ui/chips.tsx';
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
import { NearestPlaces } from './nearest-places.tsx';
import { PlaceListings } from './place-listings.tsx';
import { usePlaceListings } from './use-place-listings.ts';

export { CityError as ErrorBoundary, CityPage as Component };

/** `/city/{location}`: the listings of a city or community, its categories, its ZIP codes and its neighbors. */
function CityPage() {
  const site = useSite();
  const { city: slug = '' } = useParams();
  const position = useListPosition();
  const path = `/city/${slug}`;
  const page = `city.${slug}`;
  const scope = { path, search: { place: slug } };
  const results = useScopedResults(scope);
  const showsAll = !results.isRefined;
  const { data: city } = useQuery(queries.city(slug));
  const listings = usePlaceListings(listingPaths.city(slug), position, { enabled: showsAll });

  const name = city?.name ?? slugToName(slug);
  const place = placeInSentence({ name, slug });
  const items = getListings(listings.list);
  const crumbs = placeBreadcrumbs(city ?? { name, county: null });
  return (
    <Container>
      <Metadata
        title={t('{place} Local Business Directory', { place })}
        description={
          city?.county
            ? t(
                'Local businesses in {place}, {county}, California: featured businesses, all listings, ZIP codes and places nearby.',
                { place, county: city.county.name },
              )
            : t(
                'Local businesses in {place}, California: featured businesses, all listings, ZIP codes and places nearby.',
                { place },
              )
        }
        path={city ? placePath(city) : path}
        shareImageName={name}
        feeds={city?.type === 'city'}
        jsonLd={[breadcrumbList(site, crumbs), ...(showsAll ? [itemList(site, items ?? [])] : [])]}
        noindex={position.cursor !== null || items?.length === 0}
        refined={results.isRefined || position.sort !== null}
      />
      <PageHeading
        title={t('{place} Local Business Directory', { place })}
        lead={city ? leadText(city) : <Skeleton className="h-6 w-72 max-w-full" />}
        breadcrumbs={crumbs}
        scene={city ? <Postcard county={city.scenery ?? city.county?.slug ?? ''} seed={slug.length} /> : <Skeleton />}
      />
      <AdSlot name="location-top" page={page} shape="horizontal" bookedOnly className="mt-4 md:mt-8" />
      <RefineBar scope={scope} results={results} choose="category" choices={city?.categories} />
      {results.isRefined ? (
        <RefinedListings results={results} />
      ) : (
        <PlaceListings place={place} path={path} position={position} {...listings} />
      )}
      {city && <NearestPlaces places={city.nearest} />}
      {city && <RelatedLinks city={city} />}
      <AdSlot name="location-rectangle" page={page} shape="rectangle" bookedOnly className="mt-10" />
      <AdSlot name="location-bottom" page={page} shape="horizontal" bookedOnly className="mt-10" />
      <AdSlot name="place-bottom" page={page} shape="horizontal" bookedOnly className="mt-10" />
      <CallToAction title={t('Is your {place} business missing?', { place })} />
    </Container>
  );
}

function leadText({ county, city, population }: PlacePage): string | undefined {
  const around = city ?? county;
  if (!around) return undefined;
  const place = placeInSentence(around);
  return population
    ? t('In {place}, home to {population, number} people.', { place, population })
    : t('In {place}.', { place });
}

function RelatedLinks({
  city: { name: city, slug: citySlug, categories, neighborhoods, zipCodes, nearby },
}: {
  city: PlacePage;
}) {
  const groups = [
    {
      title: t('Categories in {city}', { city }),
      links: categories.map(({ name, slug, count }) => ({ href: `/city/${citySlug}/${slug}`, label: name, count })),
    },
    {
      title: t('Neighborhoods in {city}', { city }),
      links: neighborhoods.map(({ name, slug, count }) => ({ href: `/city/${slug}`, label: name, count })),
    },
    { title: t('ZIP codes in {city}', { city }), links: zipCodes.map((zip) => ({ href: `/zip/${zip}`, label: zip })) },
    { title: t('Nearby'), links: nearby.map(({ name, slug }) => ({ href: `/city/${slug}`, label: name })) },
  ];
  return groups.map(
    ({ title, links }) =>
      links.length > 0 && (
        <Section key={title} title={title}>
          <Chips links={links} />
        </Section>
      ),
  );
}

/** The error boundary of `/city/{location}`: unknown place, or loading failed. */
function CityError() {
  return (
    <PageError
      notFoundText={{
        title: t('Location Not Found'),
        text: t('We list 659 cities, towns and communities in Southern California, but none by this name.'),
      }}
    />
  );
}
