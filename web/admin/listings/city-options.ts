import { useQuery } from '@tanstack/react-query';
import { COUNTY_NAMES } from '#contract/i18n/county-names.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';

/** Slug and name of all cities, with the county where several have one name, or undefined until they are loaded. */
export function useCityOptions(): [slug: string, name: string][] | undefined {
  const { data } = useQuery(queries.cities());
  if (!data) return undefined;
  const counts = Map.groupBy(data.items, ({ name }) => name);
  return data.items.map(({ slug, name, county }) => [
    slug,
    counts.get(name)?.length === 1
      ? name
      : t('{city} ({county})', { city: name, county: COUNTY_NAMES[county] ?? county }),
  ]);
}
