import { t } from '#contract/i18n/t.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { SearchBox } from '#web/base/search-box/search-box.tsx';
import { UseMyLocation } from '#web/base/search-box/use-my-location.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { CategoryTiles } from '#web/categories/category-tiles.tsx';
import { PopularCityLinks } from '#web/places/popular-city-links.tsx';

/** `/search` without parameters: a large search box, popular categories and popular cities. */
export default function SearchLanding() {
  return (
    <>
      <Metadata
        title={t('Search')}
        description={t('Search Southern California businesses by name, category or location.')}
        path="/search"
        noindex
      />
      <PageHeading
        title={t('What are you looking for?')}
        lead={t('Search by business name, service or dish, in a city or near a ZIP code.')}
        className="pb-2 sm:pt-6"
      >
        <SearchBox id="start" label={t('Find a business')} className="large" />
        <UseMyLocation form="start" className="mt-2" />
      </PageHeading>
      <Section title={t('Popular categories')}>
        <CategoryTiles />
      </Section>
      <Section title={t('Popular cities')}>
        <PopularCityLinks />
      </Section>
    </>
  );
}
