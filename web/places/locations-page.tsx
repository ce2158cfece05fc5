import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Chips } from '#web/base/ui/chips.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { CityCounts } from './city-counts.tsx';

export { LocationsPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Locations') }];

/** `/locations`: the nine locations, and every county with its cities. */
function LocationsPage() {
  const site = useSite();
  const { data: counties } = useQuery(queries.countiesWithCities());
  const { data: locations } = useQuery(queries.locations());
  return (
    <Container>
      <Metadata
        title={t('All locations')}
        description={t(
          'Every county, city and community we cover in Southern California, with the number of listings in each.',
        )}
        path="/locations"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={t('All locations')}
        lead={t('Eight counties and every city in them, with the number of businesses listed.')}
        breadcrumbs={crumbs}
      >
        <div className="min-h-11">
          <Chips links={(locations?.items ?? []).map(({ name, slug }) => ({ href: `/${slug}`, label: name }))} />
        </div>
      </PageHeading>
      {!counties ? (
        <SkeletonGroup className="mt-16 grid gap-3">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-96 w-full" />
        </SkeletonGroup>
      ) : (
        counties.items.map((county) => (
          <Section
            key={county.id}
            id={county.slug}
            title={
              <>
                {county.name}{' '}
                <span className="font-normal font-sans text-base text-muted tabular-nums tracking-normal">
                  {t('{count, plural, one {# listing} other {# listings}}', { count: county.count })}
                </span>
              </>
            }
            action={
              <ArrowLink href={`/county/${county.slug}`}>
                {t('All of {place}', { place: placeInSentence(county) })}
              </ArrowLink>
            }
          >
            <CityCounts cities={county.cities} />
          </Section>
        ))
      )}
    </Container>
  );
}
