import type { Gazetteer } from '../places/gazetteer.ts';

/** The name of the place of a page, for a ZIP code that of its place; null for all other pages. */
export function findPagePlace({ places, locations, counties, zipCodes }: Gazetteer, path: string): string | null {
  const [, first = '', slug, ...rest] = path.split('/');
  const found = () => {
    if (slug === undefined) return locations.bySlug.get(first) ?? places.bySlug.get(first);
    // The page of a category in a city has one more segment.
    if (first === 'city') return places.bySlug.get(slug) ?? locations.bySlug.get(slug);
    if (first === 'county') return counties.bySlug.get(slug);
    const zip = first === 'zip' ? zipCodes.get(slug) : undefined;
    return zip?.place ?? zip?.county;
  };
  return rest.length > 1 ? null : (found()?.name ?? null);
}
