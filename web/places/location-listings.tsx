import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
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
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { CompareButton } from '#web/compare/compare-button.tsx';
import { ContinuedNotice } from '#web/listings/continued-notice.tsx';
import { FeaturedFirst, FeaturedListings } from '#web/listings/featured-listings.tsx';
import { sortedPath, useListPosition } from '#web/listings/list-position.ts';
import { ListSort } from '#web/listings/list-sort.tsx';
import { getListings, ListingList, LoadMore } from '#web/listings/listing-list.tsx';
import { AdvertiserPitch } from './advertiser-pitch.tsx';
import { OfferMetadata, useFeaturedPrice } from './location-offer.tsx';
import { NearestPlaces } from './nearest-places.tsx';

/** The listings of a location, featured ones first, and an offer to advertise there. */
export function LocationListings({ slug }: { slug: string }) {
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
        scene={
          place ? <Postcard county={place.scenery ?? place.county?.slug ?? ''} seed={slug.length} /> : <Skeleton />
        }
      />
      <AdSlot name="location-top" page={`location.${slug}`} shape="horizontal" className="mt-4 md:mt-8" />
      <FeaturedFirst
        listings={featuredListings}
        section={
          <Section title={t('Featured Ads in {place}', { place: where })}>
            <FeaturedListings
              listings={featuredListings}
              skeletons={3}
              empty={t('No featured ads in this location yet.')}
            />
            <LoadMore list={featured} label={t('More featured businesses')} path="/featured" />
          </Section>
        }
      >
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
      </FeaturedFirst>
      <AdvertiserPitch title={t('Low-cost local ads in {place}', { place: where })}>
        {price
          ? t(
              'For {price} a month your business appears above the free listings on this page. There’s no contract, and nothing renews unless you check the box at checkout.',
              { price },
            )
          : t(
              'Your business appears above the free listings on this page. There’s no contract, and nothing renews unless you check the box at checkout.',
            )}
      </AdvertiserPitch>
      <AdSlot name="location-rectangle" page={`location.${slug}`} shape="rectangle" className="mt-10" />
      {place && <NearestPlaces places={place.nearest} />}
      <AdSlot name="location-bottom" page={`location.${slug}`} shape="horizontal" className="mt-10" />
    </>
  );
}

function leadText({ type, county, nearby }: PlacePage): string | undefined {
  if (type === 'city' && county) return t('Local businesses in {place}.', { place: placeInSentence(county) });
  const names = nearby.slice(0, 3).map(({ name }) => name);
  return names.length === 3 ? t('Local businesses in {places} and nearby.', { places: names.join(', ') }) : undefined;
}
