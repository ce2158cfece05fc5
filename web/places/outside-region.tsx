import { t } from '#contract/i18n/t.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { useSite } from '#web/base/api/site.tsx';
import { placeBreadcrumbs } from '#web/base/formats/place-path.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { AdvertiserPitch } from './advertiser-pitch.tsx';
import { PopularCityLinks } from './popular-city-links.tsx';

/** What a region outside Southern California is offered: we list no businesses there. */
export function OutsideRegion({ name, slug }: { name: string; slug: string }) {
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
      <AdSlot name="location-top" page={`location.${slug}`} shape="horizontal" className="mt-4 md:mt-8" />
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
