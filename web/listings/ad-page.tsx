import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { AdPage as Ad } from '#contract/listings.ts';
import { CountyPin } from '../art/county-pin.tsx';
import { queries } from '../queries.ts';
import { PageError } from '../shell/error-page.tsx';
import { breadcrumbList, type Crumb, localBusiness } from '../shell/json-ld.ts';
import { Metadata } from '../shell/metadata.tsx';
import { useSite } from '../shell/site.tsx';
import { ArrowLink } from '../ui/arrow-link.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { Chip } from '../ui/chip.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { Section } from '../ui/section.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { Day } from '../ui/time.tsx';
import { AdContact } from './ad-contact.tsx';
import { AdContactBar } from './ad-contact-bar.tsx';
import { AdMarks } from './ad-marks.tsx';
import { AdOrigin } from './ad-origin.tsx';
import { AdPicture } from './ad-picture.tsx';
import { AdRowSkeletons, AdRows } from './ad-row.tsx';
import { ShareLinks } from './share-links.tsx';

/** `/ads/{id}`: a listing. What a caller needs comes first, then its story, its place, and others like it. */
export function AdPage() {
  const { id = '' } = useParams();
  const { data: ad } = useQuery(queries.ad(id));
  if (!ad) return <AdSkeleton />;
  return (
    <>
      <Container className="pt-2 md:pt-4">
        <AdMetadata ad={ad} />
        <Breadcrumbs items={crumbsOf(ad).slice(0, -1)} />
        <div className="mt-2 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
          <AdHead ad={ad} />
          <aside aria-label="Contact" className="lg:row-span-2">
            <AdContact ad={ad} />
          </aside>
          <AdStory ad={ad} />
        </div>
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
      description={ad.description.slice(0, 200)}
      path={`/ads/${ad.id}`}
      county={ad.county}
      jsonLd={ad.sample ? crumbs : [crumbs, localBusiness(site, ad)]}
      noindex={ad.sample}
    />
  );
}

function crumbsOf({ title, county, city }: Ad): Crumb[] {
  return [
    { label: 'Home', href: '/' },
    { label: county.name, href: `/county/${county.slug}` },
    ...(city.slug && city.name !== county.name ? [{ label: city.name, href: `/city/${city.slug}` }] : []),
    { label: title },
  ];
}

function AdHead({ ad }: { ad: Ad }) {
  return (
    <div>
      <AdPicture ad={ad} eager className="h-36 w-full rounded-card object-cover sm:h-56 lg:h-72" />
      <div className="mt-5 flex flex-wrap items-center gap-2 text-muted empty:hidden">
        <AdMarks ad={ad} />
      </div>
      <h1 className="mt-3 text-2xl sm:text-3xl lg:text-4xl">{ad.title}</h1>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-lg text-muted">
        <Icon name={ad.category.icon} className="size-5" />
        <a href={`/category/${ad.category.slug}`} className="link">
          {ad.category.name}
        </a>
        in {ad.city.slug ? <CityLink {...ad.city} slug={ad.city.slug} /> : ad.city.name}
      </p>
    </div>
  );
}

function CityLink({ name, slug }: { name: string; slug: string }) {
  return (
    <a href={`/city/${slug}`} className="link">
      {name}
    </a>
  );
}

function AdStory({ ad }: { ad: Ad }) {
  return (
    <div className="min-w-0">
      <h2 className="text-xl">About {ad.businessName}</h2>
      <p className="mt-3 max-w-measure whitespace-pre-line text-lg leading-relaxed">{ad.description}</p>
      <AdOrigin ad={ad} />
      {ad.point && (
        <div className="mt-8">
          <h2 className="text-xl">Where it is</h2>
          <CountyPin
            label={`${ad.businessName} in ${ad.county.name}`}
            county={ad.county.slug}
            point={ad.point}
            className="mt-3 h-auto w-full max-w-[32rem]"
          />
        </div>
      )}
      <ul className="mt-8 flex flex-wrap gap-2">
        {ad.parentCategory && (
          <li>
            <Chip href={`/category/${ad.parentCategory.slug}`}>{ad.parentCategory.name}</Chip>
          </li>
        )}
        <li>
          <Chip href={`/zip/${ad.zipCode}`}>ZIP {ad.zipCode}</Chip>
        </li>
        <li>
          <Chip href={`/${ad.location.slug}`}>{ad.location.name} ads</Chip>
        </li>
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4">
        <p className="text-muted text-sm">
          Posted <Day at={ad.createdAt} />
        </p>
        <ShareLinks ad={ad} />
      </div>
    </div>
  );
}

function RelatedAds({ ad }: { ad: Ad }) {
  const { data } = useQuery(queries.relatedAds(String(ad.id)));
  if (data?.items.length === 0) return null;
  return (
    <Section
      title="More like this nearby"
      action={<ArrowLink href={`/category/${ad.category.slug}`}>All in {ad.category.name}</ArrowLink>}
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

/** What `/ads/{id}` shows when there is no such listing, and on failure. */
export function AdError() {
  return (
    <PageError
      missing={{
        title: 'Ad Not Found',
        text: "The ad you're looking for doesn't exist or has been removed.",
      }}
    />
  );
}
