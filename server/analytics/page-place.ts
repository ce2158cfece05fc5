import type { County, Gazetteer } from '#server/places/gazetteer.ts';

/** The names of the place of a page, for a ZIP code of its place, and of its county; null for all other pages. */
export function findPagePlace(
  { places, locations, counties, zipCodes }: Gazetteer,
  path: string,
): { name: string; county: string } | null {
  const [, first = '', slug, ...rest] = path.split('/');
  const found = (): { name: string; county: County } | undefined => {
    if (slug === undefined) return locations.bySlug.get(first) ?? places.bySlug.get(first);
    // The page of a category in a city has one more segment.
    if (first === 'city') return places.bySlug.get(slug) ?? locations.bySlug.get(slug);
    const zip = first === 'zip' ? zipCodes.get(slug) : undefined;
    if (zip?.place) return zip.place;
    const county = first === 'county' ? counties.bySlug.get(slug) : zip?.county;
    return county && { name: county.name, county };
  };
  const place = rest.length > 1 ? undefined : found();
  return place ? { name: place.name, county: place.county.name } : null;
}
