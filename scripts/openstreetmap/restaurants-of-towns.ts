import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { matchBrand } from '#server/source-files/names/brands.ts';
import type { NamedPlace } from './choose-places.ts';

/** A list of restaurants in a town begins with at least so many that are no chain's, if the map has them. */
const MIN_IN_TOWN = 5;

const categories: { slug: string; parent_slug: string }[] = parse(
  readFileSync(new URL('../../data/categories.csv', import.meta.url)),
  { columns: true },
);
const RESTAURANTS = new Set(
  categories.flatMap(({ slug, parent_slug }) =>
    [slug, parent_slug].includes('restaurants') && slug !== 'fast-food' ? [slug] : [],
  ),
);

/**
 * Picks restaurants for towns of which the shipped ones have hardly any.
 * @param shipped the places that are chosen already
 * @returns whether a place is one of those that are missing: the first ones that it is asked about are, each once
 */
export function createRestaurantFilter(shipped: NamedPlace[]): (place: NamedPlace) => boolean {
  const toTown = ({ city, county }: NamedPlace) => `${city}|${county}`;
  const counts = new Map<string, number>();
  const count = (place: NamedPlace) => counts.set(toTown(place), (counts.get(toTown(place)) ?? 0) + 1);
  for (const place of shipped.filter(isIndependent)) count(place);
  return (place) => {
    if (!isIndependent(place) || (counts.get(toTown(place)) ?? 0) >= MIN_IN_TOWN) return false;
    count(place);
    return true;
  };
}

const isIndependent = ({ name, category }: NamedPlace) => RESTAURANTS.has(category) && matchBrand(name) === null;
