import type { PlacePage } from '#contract/places.ts';
import type { Crumb } from '../layout/json-ld.ts';

/** The canonical path of a place: `/city/{slug}` for cities, `/{slug}` for other places. */
export const placePath = ({ type, slug }: Pick<PlacePage, 'type' | 'slug'>) =>
  type === 'city' ? `/city/${slug}` : `/${slug}`;

/** The breadcrumbs of a place: home, its county (or the list of locations), its name. */
export function placeBreadcrumbs({ name, county }: Pick<PlacePage, 'name' | 'county'>): Crumb[] {
  const home = { label: 'Home', href: '/' };
  if (!county || county.name === name) return [home, { label: 'Locations', href: '/locations' }, { label: name }];
  return [home, { label: county.name, href: `/county/${county.slug}` }, { label: name }];
}
