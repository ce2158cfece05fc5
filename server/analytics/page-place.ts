import type { Gazetteer } from '../places/gazetteer.ts';

/** The name of the place that a page of the site is about; a ZIP code's is that of its place. Null for any other page. */
export function findPagePlace({ places, locations, counties, zipCodes }: Gazetteer, path: string): string | null {
  const [, first = '', slug, ...rest] = path.split('/');
  const found = () => {
    if (slug === undefined) return locations.bySlug.get(first) ?? places.bySlug.get(first);
    // The page of a category in a city has a segment more.
    if (first === 'city') return places.bySlug.get(slug) ?? locations.bySlug.get(slug);
    if (first === 'county') return counties.bySlug.get(slug);
    const zip = first === 'zip' ? zipCodes.get(slug) : undefined;
    return zip?.place ?? zip?.county;
  };
  return rest.length > 1 ? null : (found()?.name ?? null);
}
