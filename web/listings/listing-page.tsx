import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ListingPage as Ad } from '#contract/listings.ts';
import { queries } from '../app/queries.ts';
import { breadcrumbList, type Crumb, listingFaqPage, localBusiness } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { useSite } from '../layout/site.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { ArrowLink } from '../ui/arrow-link.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { Container } from '../ui/container.tsx';
import { Section } from '../ui/section.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { ListingContactBar } from './listing-contact-bar.tsx';
import { ListingRowSkeletons, ListingRows } from './listing-rows.tsx';
import { ListingView } from './listing-view.tsx';
import { useTrackView } from './use-track-view.ts';

export { ListingError as ErrorBoundary } from './listing-error.tsx';
export { ListingPage as Component };

/** `/ads/{id}`: a listing. What a caller needs comes first, then its story, its place, and others like it. */
function ListingPage() {
  const { id = '' } = useParams();
  const { data: ad } = useQuery(queries.listing(id));
  useTrackView(ad?.id);
  if (!ad) return <ListingSkeleton />;
  return (
    <>
      <Container className="pt-2 md:pt-4">
        <ListingMetadata ad={ad} />
        <Breadcrumbs items={listingBreadcrumbs(ad).slice(0, -1)} />
        <ListingView ad={ad} />
        {!ad.sample && <ReportButton ad={ad} />}
        <RelatedListings ad={ad} />
      </Container>
      <ListingContactBar ad={ad} />
    </>
  );
}

function ListingMetadata({ ad }: { ad: Ad }) {
  const site = useSite();
  const crumbs = breadcrumbList(site, listingBreadcrumbs(ad));
  return (
    <Metadata
      title={`${ad.title} in ${ad.city.name}`}
      description={DESCRIPTION_EXCERPT.exec(ad.description)?.[0] ?? ''}
      path={`/ads/${ad.id}`}
      pictured={ad.title}
      jsonLd={ad.sample ? crumbs : [crumbs, localBusiness(site, ad), ...listingFaqPage(ad)]}
      noindex={ad.sample}
    />
  );
}

// By whole characters: half an emoji is none.
const DESCRIPTION_EXCERPT = /^.{1,200}/su;

function listingBreadcrumbs({ title, county, city }: Ad): Crumb[] {
  return [
    { label: 'Home', href: '/' },
    { label: county.name, href: `/county/${county.slug}` },
    ...(city.slug && city.name !== county.name ? [{ label: city.name, href: `/city/${city.slug}` }] : []),
    { label: title },
  ];
}

function RelatedListings({ ad }: { ad: Ad }) {
  const { data } = useQuery(queries.relatedListings(String(ad.id)));
  if (data?.items.length === 0) return null;
  return (
    <Section
      title="More like this nearby"
      action={
        ad.city.slug ? (
          <ArrowLink href={`/city/${ad.city.slug}/${ad.category.slug}`}>
            All {ad.category.name} in {ad.city.name}
          </ArrowLink>
        ) : (
          <ArrowLink href={`/category/${ad.category.slug}`}>All in {ad.category.name}</ArrowLink>
        )
      }
    >
      {data ? <ListingRows ads={data.items} /> : <ListingRowSkeletons count={4} />}
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
          <Skeleton className="h-36 w-full rounded-card object-cover sm:h-56 lg:h-72" />
          <Skeleton className="mt-6 h-9 w-4/5" />
          <Skeleton className="mt-4 h-6 w-2/5" />
        </div>
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-40" />
      </SkeletonGroup>
    </Container>
  );
}
