import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { AdPage as Ad } from '#contract/listings.ts';
import { queries } from '../app/queries.ts';
import { breadcrumbList, type Crumb, faqPage, localBusiness } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { useSite } from '../layout/site.tsx';
import { AdReport } from '../reports/ad-report.tsx';
import { ArrowLink } from '../ui/arrow-link.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { Container } from '../ui/container.tsx';
import { Section } from '../ui/section.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { AdContactBar } from './ad-contact-bar.tsx';
import { AdRowSkeletons, AdRows } from './ad-row.tsx';
import { AdView } from './ad-view.tsx';
import { useView } from './view.ts';

/** `/ads/{id}`: a listing. What a caller needs comes first, then its story, its place, and others like it. */
export function AdPage() {
  const { id = '' } = useParams();
  const { data: ad } = useQuery(queries.ad(id));
  useView(ad?.id);
  if (!ad) return <AdSkeleton />;
  return (
    <>
      <Container className="pt-2 md:pt-4">
        <AdMetadata ad={ad} />
        <Breadcrumbs items={crumbsOf(ad).slice(0, -1)} />
        <AdView ad={ad} />
        {!ad.sample && <AdReport ad={ad} />}
        <RelatedAds ad={ad} />
      </Container>
      <AdContactBar ad={ad} />
    </>
  );
}

function AdMetadata({ ad }: { ad: Ad }) {
  const site = useSite();
  const crumbs = breadcrumbList(site, crumbsOf(ad));
  return (
    <Metadata
      title={`${ad.title} in ${ad.city.name}`}
      description={BEGINNING.exec(ad.description)?.[0] ?? ''}
      path={`/ads/${ad.id}`}
      pictured={ad.title}
      jsonLd={ad.sample ? crumbs : [crumbs, localBusiness(site, ad), ...faqPage(ad)]}
      noindex={ad.sample}
    />
  );
}

// By whole characters: half an emoji is none.
const BEGINNING = /^.{1,200}/su;

function crumbsOf({ title, county, city }: Ad): Crumb[] {
  return [
    { label: 'Home', href: '/' },
    { label: county.name, href: `/county/${county.slug}` },
    ...(city.slug && city.name !== county.name ? [{ label: city.name, href: `/city/${city.slug}` }] : []),
    { label: title },
  ];
}

function RelatedAds({ ad }: { ad: Ad }) {
  const { data } = useQuery(queries.relatedAds(String(ad.id)));
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
      {data ? <AdRows ads={data.items} /> : <AdRowSkeletons count={4} />}
    </Section>
  );
}

function AdSkeleton() {
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
