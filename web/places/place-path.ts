import type { PlacePage } from '#contract/places.ts';
import type { Crumb } from '../layout/json-ld.ts';

/** The one address of a place that also answers under others: `/city/{slug}` for cities, `/{slug}` for the rest. */
export const placePath = ({ type, slug }: Pick<PlacePage, 'type' | 'slug'>) =>
  type === 'city' ? `/city/${slug}` : `/${slug}`;

/** The way to a place: home, its county where it has one, its name. */
export function placeBreadcrumbs({ name, county }: Pick<PlacePage, 'name' | 'county'>): Crumb[] {
  const home = { label: 'Home', href: '/' };
  if (!county || county.name === name) return [home, { label: 'Locations', href: '/locations' }, { label: name }];
  return [home, { label: county.name, href: `/county/${county.slug}` }, { label: name }];
}
