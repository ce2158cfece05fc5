import { useQuery } from '@tanstack/react-query';
import { COUNTY_NAMES } from '#contract/i18n/county-names.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';

/** {@link toCityOptions} of all cities, or undefined until they are loaded. */
export function useCityOptions(): [slug: string, name: string][] | undefined {
  const { data } = useQuery(queries.cities());
  if (!data) return undefined;
  return toCityOptions(data.items.map(({ county, ...city }) => ({ ...city, county: COUNTY_NAMES[county] ?? county })));
}

/** Slug and name of cities, with the county where several have one name. @param cities with the names of their counties */
export function toCityOptions(
  cities: { slug: string; name: string; county: string }[],
): [slug: string, name: string][] {
  const namesakes = Map.groupBy(cities, ({ name }) => name);
  return cities.map(({ slug, name, county }) => [
    slug,
    namesakes.get(name)?.length === 1 ? name : t('{city} ({county})', { city: name, county }),
  ]);
}
