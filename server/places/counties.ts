import { t } from '#contract/i18n/t.ts';
import type { CountyPage, County as CountyResponse } from '#contract/places.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import type { Counts } from './counts.ts';
import type { County, Gazetteer } from './gazetteer.ts';
import { sortByName, toCountedCity, toCountyLink } from './places.ts';

/** @throws {NotFound} 'County Not Found' */
export function findCounty({ counties }: Gazetteer, slug: string): County {
  const county = counties.bySlug.get(slug);
  if (!county) throw new NotFound(t('County Not Found'));
  return county;
}

/**
 * The counties by name.
 * @param options.cities whether to include their places
 */
export const listCounties = (gazetteer: Gazetteer, counts: Counts, options: { cities: boolean }): CountyResponse[] =>
  sortByName(
    gazetteer.counties.all.map((county) =>
      options.cities ? toCountyPage(gazetteer, counts, county) : toCountedCounty(county, counts),
    ),
  );

/** A county with its places by name. */
export function toCountyPage({ places }: Gazetteer, counts: Counts, county: County): CountyPage {
  const inside = places.all.filter((place) => place.county.id === county.id);
  return { ...toCountedCounty(county, counts), cities: inside.map((place) => toCountedCity(place, counts)) };
}

const toCountedCounty = (county: County, { counties }: Counts) => ({
  id: county.id,
  ...toCountyLink(county),
  count: counties.get(county.id) ?? 0,
});
