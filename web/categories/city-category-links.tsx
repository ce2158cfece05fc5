import type { CityCategory } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { searchPath } from '#web/base/search-box/search-params.ts';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Chips } from '#web/base/ui/chips.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { NearestPlaces } from '#web/places/nearest-places.tsx';

/** Links to the category in the parts of the city. */
export function Areas({ category, neighborhoods, zipCodes }: CityCategory) {
  const links = [
    ...neighborhoods.map(({ name, slug, count }) => ({ href: `/city/${slug}/${category.slug}`, label: name, count })),
    ...zipCodes.map(({ zip, count }) => ({
      href: searchPath({ category: category.slug, place: zip }),
      label: zip,
      count,
    })),
  ];
  if (links.length === 0) return null;
  return (
    <nav aria-label={neighborhoods.length > 0 ? t('Neighborhoods') : t('ZIP codes')} className="chip-row">
      <Chips links={links} />
    </nav>
  );
}

/** Links to the category in other cities, and to other categories in the city. */
export function RelatedLinks({ city, category, nearest, nearestOfAnyKind, others }: CityCategory) {
  return (
    <>
      {nearest.length > 0 && (
        <Section
          title={t('{category} near {city}', { category: category.name, city: city.name })}
          action={
            <ArrowLink href={`/category/${category.slug}`}>
              {t('All {category}', { category: category.name })}
            </ArrowLink>
          }
        >
          <Chips
            links={nearest.map(({ name, slug, count }) => ({
              href: `/city/${slug}/${category.slug}`,
              label: name,
              count,
            }))}
          />
        </Section>
      )}
      <NearestPlaces places={nearestOfAnyKind} />
      {others.length > 0 && (
        <Section title={t('More in {city}', { city: city.name })}>
          <Chips
            links={others.map(({ name, slug, count }) => ({ href: `/city/${city.slug}/${slug}`, label: name, count }))}
          />
        </Section>
      )}
    </>
  );
}
