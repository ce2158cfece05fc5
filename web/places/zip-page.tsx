import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { AdRowSkeletons, AdRows } from '../listings/ad-row.tsx';
import { CallToAction } from '../listings/call-to-action.tsx';
import { FeaturedAds } from '../listings/featured-ads.tsx';
import { queries } from '../queries.ts';
import { AdSlot } from '../shell/ad-slot.tsx';
import { recordEvent } from '../shell/data-layer.ts';
import { PageError } from '../shell/error-page.tsx';
import { breadcrumbList, itemList } from '../shell/json-ld.ts';
import { Metadata } from '../shell/metadata.tsx';
import { useSite } from '../shell/site.tsx';
import { ArrowLink } from '../ui/arrow-link.tsx';
import { Container } from '../ui/container.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** `/zip/{zip}`: the listings of a ZIP code. */
export function ZipPage() {
  const site = useSite();
  const { zip = '' } = useParams();
  const { data } = useQuery(queries.zipAds(zip));

  const location = data?.location ?? { name: 'Southern California', slug: '' };
  const featured = data?.ads.filter(({ isFeatured }) => isFeatured);
  const others = data?.ads.filter(({ isFeatured }) => !isFeatured);
  const crumbs = [{ label: 'Home', href: '/' }, { label: location.name, href: `/${location.slug}` }, { label: zip }];
  const where = data?.city ?? data?.county;
  return (
    <Container>
      <Metadata
        title={`${where?.name ?? location.name} ${zip} businesses`}
        description={`Local businesses in the ZIP code ${zip}, ${where?.name ?? 'Southern California'}.`}
        path={`/zip/${zip}`}
        jsonLd={[breadcrumbList(site, crumbs), itemList(site, data?.ads ?? [])]}
        noindex={data?.ads.length === 0}
      />
      <PageHeading
        title={`${location.name} (${zip})`}
        lead={
          data ? (
            `Local businesses in ${data.city ? `${data.city.name}, ` : ''}${data.county.name}.`
          ) : (
            <Skeleton className="h-6 w-72 max-w-full" />
          )
        }
        breadcrumbs={crumbs}
      />
      <BannerSlot zip={zip} />
      <Section title={`Featured Businesses in ${zip}`}>
        <FeaturedAds ads={featured} empty="No featured businesses in this zip code yet." />
      </Section>
      <Section
        title={`All Businesses in ${zip}`}
        action={data?.city && <ArrowLink href={`/city/${data.city.slug}`}>All of {data.city.name}</ArrowLink>}
      >
        {!others && <AdRowSkeletons count={4} />}
        {others?.length === 0 && <EmptyState title="No businesses available in this zip code yet." />}
        {others && others.length > 0 && <AdRows ads={others} />}
      </Section>
      <CallToAction />
    </Container>
  );
}

/** The place of a banner that is paid by impressions; each time it is shown is one. */
function BannerSlot({ zip }: { zip: string }) {
  useEffect(() => recordEvent('cpm_ad_impression', { zip, size: '728x90' }), [zip]);
  return <AdSlot shape="banner" className="mt-8" />;
}

/** What `/zip/{zip}` shows for a ZIP code outside our counties, and on failure. */
export function ZipError() {
  return (
    <PageError
      missing={{
        title: 'Zip Code Not Found',
        text: 'No information was found for this zip code. We cover those of the eight counties of Southern California.',
      }}
    />
  );
}
