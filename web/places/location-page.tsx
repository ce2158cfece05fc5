import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { PlacePage } from '#contract/places.ts';
import { formatDollars } from '#contract/plans.ts';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import { AdSlot } from '../advertising/ad-slot.tsx';
import { listingPaths, queries } from '../app/queries.ts';
import { Postcard } from '../art/postcard.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import { breadcrumbList, itemList } from '../layout/json-ld.ts';
import { LocationSidebar } from '../layout/location-sidebar.tsx';
import { Metadata } from '../layout/metadata.tsx';
import { PageError } from '../layout/page-error.tsx';
import { usePlans } from '../layout/plans.ts';
import { SidebarLayout } from '../layout/sidebar-layout.tsx';
import { useSite } from '../layout/site.tsx';
import { ContinuedNotice } from '../listings/continued-notice.tsx';
import { FeaturedListings } from '../listings/featured-listings.tsx';
import { sortedPath, useListPosition } from '../listings/list-position.ts';
import { ListSort } from '../listings/list-sort.tsx';
import { getListings, ListingList, LoadMore } from '../listings/listing-list.tsx';
import { ArrowLink } from '../ui/arrow-link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AdvertiserPitch } from './advertiser-pitch.tsx';
import { NearestPlaces } from './nearest-places.tsx';
import { placeInSentence } from './place-in-sentence.ts';
import { placeBreadcrumbs, placePath } from './place-path.ts';
import { PopularCityLinks } from './popular-city-links.tsx';
import { slugToName } from './slug-to-name.ts';

export { LocationError as ErrorBoundary, LocationPage as Component };

/** `/{location}`: the listings of a location or city and an offer to advertise there; for regions outside, only the offer. */
function LocationPage() {
  const { location: slug = '' } = useParams();
  const region = REGIONS_OUTSIDE_CALIFORNIA.find((outside) => outside.slug === slug);
  return (
    <SidebarLayout
      sidebar={
        <>
          <LocationSidebar current={slug} />
          <AdSlot name="location-side" shape="vertical" />
        </>
      }
    >
      {region ? <OutsideRegion {...region} /> : <LocationListings key={slug} slug={slug} />}
    </SidebarLayout>
  );
}

/** '$100': what a featured listing costs a month; null while none is sold. */
function useFeaturedPrice(): string | null {
  const { featuredPriceCents } = usePlans();
  return featuredPriceCents === null ? null : formatDollars(featuredPriceCents);
}

function LocationListings({ slug }: { slug: string }) {
  const price = useFeaturedPrice();
  const position = useListPosition();
  const { cursor, sort } = position;
  const { data: place } = useQuery(queries.location(slug));
  const featured = useInfiniteQuery(queries.featuredListingsIn(listingPaths.location(slug)));
  const rest = useInfiniteQuery(queries.otherListingsIn(listingPaths.location(slug), position));

  const site = useSite();
  const name = place?.name ?? slugToName(slug);
  const where = placeInSentence({ name, slug });
  const featuredListings = getListings(featured);
  const listings = [...(featuredListings ?? []), ...(getListings(rest) ?? [])];
  const crumbs = placeBreadcrumbs(place ?? { name, county: null });
  return (
    <>
      <OfferMetadata
        where={where}
        path={place ? placePath(place) : `/${slug}`}
        shareImageName={name}
        jsonLd={[breadcrumbList(site, crumbs), itemList(site, listings)]}
        noindex={cursor !== null || place?.count === 0}
        refined={sort !== null}
      />
      <PageHeading
        title={name}
        lead={place ? leadText(place) : <Skeleton className="h-6 w-72 max-w-full" />}
        breadcrumbs={crumbs}
        scene={place ? <Postcard county={place.county?.slug ?? ''} seed={slug.length} /> : <Skeleton />}
      />
      <AdSlot name="location-top" shape="horizontal" className="mt-4 md:mt-8" />
      <Section title={t('Featured Ads in {place}', { place: where })}>
        <FeaturedListings
          listings={featuredListings}
          skeletons={3}
          empty={t('No featured ads in this location yet.')}
        />
        <LoadMore list={featured} label={t('More Featured Ads')} path="/featured" />
      </Section>
      <Section
        title={t('All Ads in {place}', { place: where })}
        id="all"
        action={
          <div className="flex flex-wrap gap-2">
            <ListSort path={`/${slug}`} id="all" sort={sort} />
            <CompareButton />
          </div>
        }
      >
        {cursor && <ContinuedNotice path={sortedPath(`/${slug}`, sort)} to={t('the first ones')} />}
        <ListingList list={rest} sort={sort} empty={t('No ads available in this location yet.')} />
      </Section>
      <AdvertiserPitch title={t('Low-cost local ads in {place}', { place: where })}>
        {price
          ? t(
              'For {price} a month your business appears above the free listings on this page. There’s no contract, and nothing renews automatically.',
              { price },
            )
          : t(
              'Your business appears above the free listings on this page. There’s no contract, and nothing renews automatically.',
            )}
      </AdvertiserPitch>
      <AdSlot name="location-rectangle" shape="rectangle" className="mt-10" />
      {place && <NearestPlaces places={place.nearest} />}
      <AdSlot name="location-bottom" shape="horizontal" className="mt-10" />
    </>
  );
}

function leadText({ type, county, nearby }: PlacePage): string | undefined {
  if (type === 'city' && county) return t('Local businesses in {place}.', { place: placeInSentence(county) });
  const names = nearby.slice(0, 3).map(({ name }) => name);
  return names.length === 3 ? t('Local businesses in {places} and nearby.', { places: names.join(', ') }) : undefined;
}

function OutsideRegion({ name, slug }: { name: string; slug: string }) {
  const site = useSite();
  const crumbs = placeBreadcrumbs({ name, county: null });
  return (
    <>
      <Metadata
        title={t('Reach Southern California from {place}', { place: name })}
        description={t(
          '{site} lists businesses in Southern California only. A business in {place} that has customers there can ask about advertising.',
          { site: site.name, place: name },
        )}
        path={`/${slug}`}
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={name}
        lead={t('We have no listings in {place}: {site} covers the eight counties of Southern California.', {
          place: name,
          site: site.name,
        })}
        breadcrumbs={crumbs}
      />
      <AdSlot name="location-top" shape="horizontal" className="mt-4 md:mt-8" />
      <AdvertiserPitch title={t('Low-cost local ads in Southern California')}>
        {t('If your business in {place} wants customers in Southern California, ask us what is possible.', {
          place: name,
        })}
      </AdvertiserPitch>
      <Section
        title={t('Southern California by city')}
        action={<ArrowLink href="/browse">{t('Browse Ads')}</ArrowLink>}
      >
        <PopularCityLinks />
      </Section>
    </>
  );
}

function OfferMetadata({
  where,
  ...rest
}: {
  where: string;
  path: string;
  shareImageName?: string;
  jsonLd: object | object[];
  noindex?: boolean;
  refined?: boolean;
}) {
  const price = useFeaturedPrice();
  const texts = price
    ? {
        title: t('Advertise in {place} for Just {price}', { place: where, price }),
        description: t(
          'Advertise your business in {place} for just {price}: low-cost local ads that people nearby see first. Browse featured and new ads in {place}.',
          { place: where, price },
        ),
      }
    : {
        title: t('Advertise in {place}', { place: where }),
        description: t(
          'Advertise your business in {place}: low-cost local ads that people nearby see first. Browse featured and new ads in {place}.',
          { place: where },
        ),
      };
  return <Metadata {...texts} {...rest} />;
}

/** The error boundary of `/{location}`: unknown place, or loading failed. */
function LocationError() {
  return (
    <PageError
      notFoundText={{
        title: t('Location Not Found'),
        text: t('We list 661 cities, towns and communities in Southern California, but none by this name.'),
      }}
    />
  );
}
