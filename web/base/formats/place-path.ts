import { t } from '#contract/i18n/t.ts';
import type { PlacePage } from '#contract/places.ts';
import type { Crumb } from '#web/base/layout/json-ld.ts';

/** The canonical path of a place: `/city/{slug}` for cities, `/{slug}` for other places. */
export const placePath = ({ type, slug }: Pick<PlacePage, 'type' | 'slug'>) =>
  type === 'city' ? `/city/${slug}` : `/${slug}`;

/** The breadcrumbs of a place: home, its county (or the list of locations), the city of a neighborhood, its name. */
export function placeBreadcrumbs({
  name,
  county,
  city,
}: Pick<PlacePage, 'name' | 'county'> & Partial<PlacePage>): Crumb[] {
  const home = { label: t('Home'), href: '/' };
  if (!county || county.name === name) return [home, { label: t('Locations'), href: '/locations' }, { label: name }];
  const parts = city ? [{ label: city.name, href: `/city/${city.slug}` }] : [];
  return [home, { label: county.name, href: `/county/${county.slug}` }, ...parts, { label: name }];
}
