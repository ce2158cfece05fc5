import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage as ListingDetails } from '#contract/listings.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { localPath } from '#web/base/i18n/language.ts';
import { breadcrumbList, type Crumb, faqPage } from '#web/base/layout/json-ld.ts';
import { localBusiness } from '#web/base/layout/local-business.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Breadcrumbs } from '#web/base/ui/breadcrumbs.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { cityInSentence } from '#web/listings/city-in-sentence.ts';
import { FactSources } from '#web/listings/fact-sources.tsx';
import { ListingRowSkeletons, ListingRows } from '#web/listings/listing-rows.tsx';
import { ListingView } from '#web/listings/listing-view.tsx';
import { useTrackView } from '#web/listings/use-track-view.ts';

export { PublicListingError as ErrorBoundary } from '#web/listings/listing-error.tsx';
export { ListingPage as Component };

// As in refined-listings.tsx: below what the page begins with.
const ListingReviews = import.meta.env.SSR
  ? (await import('#web/reviews/listing-reviews.tsx')).default
  : lazy(() => import('#web/reviews/listing-reviews.tsx'));
// Few businesses may have closed.
const PossibleClosure = import.meta.env.SSR
  ? (await import('#web/listings/possible-closure.tsx')).default
  : lazy(() => import('#web/listings/possible-closure.tsx'));
// As the photos of listing-view.tsx.
const ClosureNotice = memo(({ closure }: { closure: NonNullable<ListingDetails['possibleClosure']> }) => (
  <Suspense>
    <PossibleClosure closure={closure} />
  </Suspense>
));
const ListingFeedback = lazy(() => import('./listing-feedback.tsx'));

/** `/ads/{id}`: a listing. Contact details first, then the description, the location and related listings. */
function ListingPage() {
  const { id = '' } = useParams();
  const { data: listing } = useQuery(queries.listing(id));
  useTrackView(listing?.id);
  // Its buttons need scripts, which are loaded after those of the page.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  if (!listing) return <ListingSkeleton />;
  return (
    <Container className="pt-2 md:pt-4">
      <ListingMetadata listing={listing} />
      <Breadcrumbs items={listingBreadcrumbs(listing).slice(0, -1)} />
      <ListingView
        listing={listing}
        notice={listing.possibleClosure && <ClosureNotice closure={listing.possibleClosure} />}
        sources={<FactSources listing={listing} />}
      />
      {!listing.sample && (
        <div className="mt-2 min-h-32 sm:mt-0 sm:min-h-13">
          {isHydrated && (
            <Suspense>
              <ListingFeedback listing={listing} />
            </Suspense>
          )}
        </div>
      )}
      {!listing.sample && (
        <Suspense>
          <ListingReviews listing={listing} />
        </Suspense>
      )}
      <RelatedListings listing={listing} />
    </Container>
  );
}

function ListingMetadata({ listing }: { listing: ListingDetails }) {
  const site = useSite();
  const { data: reviews } = useQuery(queries.reviews(String(listing.id)));
  const crumbs = breadcrumbList(site, listingBreadcrumbs(listing));
  const page = site.origin + localPath(`/ads/${listing.id}`);
  return (
    <>
      {import.meta.env.SSR && !listing.sample && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={listing.title}
          href={`${site.origin}/oembed?url=${encodeURIComponent(page)}&format=json`}
        />
      )}
      <Metadata
        title={toPageTitle(listing)}
        description={toMetaDescription(listing.description)}
        path={`/ads/${listing.id}`}
        shareImageName={listing.title}
        shareImagePictures={`${listing.imageSrc ?? ''}${listing.logo?.src ?? ''}`}
        jsonLd={listing.sample ? crumbs : [crumbs, localBusiness(site, listing, reviews), ...faqPage(listing.faq)]}
        noindex={listing.sample}
      />
    </>
  );
}

/** With the street, because several branches of a chain in one city have the same name. */
const toPageTitle = ({ title, address, city }: ListingDetails) =>
  address ? `${title}, ${address}, ${city.name}` : t('{title} in {city}', { title, city: cityInSentence(city) });

// At most 200 characters, up to the end of a word unless one is as long. The `u` flag counts code points, so that no
// surrogate pair is cut in half.
const META_DESCRIPTION = /^(.{1,200}$|.{1,199}(?= )|.{1,199})/u;

/** The text in one line, or its beginning with an ellipsis. */
function toMetaDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const beginning = META_DESCRIPTION.exec(line)?.[0] ?? '';
  return beginning === line ? line : `${beginning}…`;
}

function listingBreadcrumbs({ title, county, city, neighborhood }: ListingDetails): Crumb[] {
  return [
    { label: t('Home'), href: '/' },
    { label: county.name, href: `/county/${county.slug}` },
    ...(city.slug && city.name !== county.name ? [{ label: city.name, href: `/city/${city.slug}` }] : []),
    ...(neighborhood ? [{ label: neighborhood.name, href: `/city/${neighborhood.slug}` }] : []),
    { label: title },
  ];
}

function RelatedListings({ listing }: { listing: ListingDetails }) {
  const { data } = useQuery(queries.relatedListings(String(listing.id)));
  if (data?.items.length === 0) return null;
  return (
    <Section
      title={t('More like this nearby')}
      action={
        listing.city.slug ? (
          <ArrowLink href={`/city/${listing.city.slug}/${listing.category.slug}`}>
            {t('All {category} in {city}', { category: listing.category.name, city: cityInSentence(listing.city) })}
          </ArrowLink>
        ) : (
          <ArrowLink href={`/category/${listing.category.slug}`}>
            {t('All in {category}', { category: listing.category.name })}
          </ArrowLink>
        )
      }
    >
      {data ? <ListingRows listings={data.items} origin={listing.title} /> : <ListingRowSkeletons count={4} />}
    </Section>
  );
}

function ListingSkeleton() {
  const { name } = useSite();
  return (
    <Container className="pt-15 md:pt-17">
      <title>{name}</title>
      <SkeletonGroup className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
        <div>
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="mt-3 h-6 w-2/5" />
          <Skeleton className="mt-4 h-14 w-full" />
        </div>
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-40" />
      </SkeletonGroup>
    </Container>
  );
}
