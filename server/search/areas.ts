import { LANGUAGES, OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { inCounty, inPlace, inZipCode, type ListingScope } from '#server/listings/read/scopes.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { getCountyName, getLocationName, getStoredPlaceName, toNameKey } from '#server/places/places.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { maxEditDistance } from '#server/search/spelling/spelling.ts';
import { landmarks } from '#server/search/spots/landmarks.ts';

/** A named area: the listings in it and its center. */
export interface Area {
  /** In the language of the request, as `detail`. */
  name: string;
  /** The path of its page; of a landmark, that of what is near it. */
  path: string;
  /** Distinguishes areas of the same name: the county, or the kind of area. */
  detail: string;
  where: ListingScope['where'];
  relevance: ListingScope['relevance'] | undefined;
  lat: number;
  lng: number;
  /** True for cities and ZIP codes; counties and locations are too large for a search by distance. */
  allowsRadius: boolean;
  /** How far a search by distance goes unless it says otherwise. */
  radiusMiles?: number | undefined;
  /** Of a freeway: what is beside it, as polygons of `search_position`. `hasMiddle` if distances from its point say something. */
  strip?: { polygons: string[]; hasMiddle: boolean };
}

/**
 * The area of a slug, looked up as a city, a county, a location and a ZIP code, in this order.
 * @throws {NotFound} 'Location Not Found'
 */
export function findArea(gazetteer: Gazetteer, slug: string): Area {
  const area = findAreaBySlug(gazetteer, slug);
  if (!area) throw new NotFound(t('Location Not Found'));
  return area;
}

/** The area of a name, ignoring spaces, accents and case, or of a ZIP code in any form; undefined when there is none. */
export function findAreaByName(gazetteer: Gazetteer, name: string): Area | undefined {
  const slugs = slugsByName(gazetteer);
  const key = readZipCode(name) ?? toNameKey(name);
  const slug = slugs.get(key) ?? (/^the /i.test(name) ? slugs.get(toNameKey(name.slice(4))) : undefined);
  return slug === undefined ? undefined : findAreaBySlug(gazetteer, slug);
}

/** The area of a name that may be misspelled ('Irivne', 'Temecla'), or of an address that ends with a ZIP code: 'Irvine, CA 92614-1234'. */
export function findSimilarArea(gazetteer: Gazetteer, name: string): Area | undefined {
  const exact = findAreaByName(gazetteer, name);
  if (exact) return exact;
  const [, zip] = /[\s,](\d{5})(?:[ -]?\d{4})?\s*$/.exec(name) ?? [];
  if (zip && gazetteer.zipCodes.has(zip)) return findAreaBySlug(gazetteer, zip);
  const key = toNameKey(name);
  if (key.length < 5 || /\d/.test(key)) return undefined;
  const maxDistance = Math.min(2, maxEditDistance(key.length));
  let [nearest, minDistance] = ['', maxDistance + 1];
  for (const [known, slug] of slugsByName(gazetteer)) {
    const distance = known[0] === key[0] ? editDistance(key, known, maxDistance) : maxDistance + 1;
    if (distance < minDistance) [nearest, minDistance] = [slug, distance];
  }
  return nearest === '' ? undefined : findAreaBySlug(gazetteer, nearest);
}

/** The areas whose name or ZIP code has this prefix, largest first; without any, the area of a misspelled name. */
export function findAreasByPrefix(gazetteer: Gazetteer, typed: string) {
  const key = readZipCode(typed) ?? toNameKey(typed);
  if (key === '') return [];
  const slugs = [...slugsByName(gazetteer)].flatMap(([name, slug]) => (name.startsWith(key) ? [slug] : []));
  const areas = [...new Set(slugs)].slice(0, MAX_PREFIX_MATCHES).map((slug) => findAreaBySlug(gazetteer, slug));
  const found = areas.length > 0 ? areas : [findSimilarArea(gazetteer, typed)];
  return found.flatMap((area) => (area ? [{ name: area.name, detail: area.detail, path: area.path }] : []));
}

const MAX_PREFIX_MATCHES = 10;
const MAX_CALLED_LIKE = 3;

/**
 * Other places and regions that somebody may mean who names a neighborhood or a region, because their name has its words and more:
 * Westlake Village for Westlake.
 */
export function findAreasCalledLike(gazetteer: Gazetteer, { name, path }: Pick<Area, 'name' | 'path'>): Area[] {
  const key = toNameKey(name);
  const regions = [...landmarks.values()].filter(({ radiusMiles }) => radiusMiles !== undefined);
  const neighborhoods = gazetteer.places.all.filter(({ isNeighborhood }) => isNeighborhood);
  if (![...regions, ...neighborhoods].some((area) => area.name === name)) return [];
  const known = [...gazetteer.places.all, ...regions.map((region) => ({ ...region, slug: LANDMARK + region.slug }))];
  return known
    .filter((place) => toNameKey(place.name).startsWith(key))
    .flatMap(({ slug }) => findAreaBySlug(gazetteer, slug) ?? [])
    .filter((area) => area.path !== path)
    .slice(0, MAX_CALLED_LIKE);
}

// Common short names, by `toNameKey`.
const SHORT_NAMES: Record<string, string> = {
  la: 'los-angeles',
  dtla: 'downtown-los-angeles',
  downtownla: 'downtown-los-angeles',
  oc: 'orange-county',
  sd: 'san-diego',
  weho: 'west-hollywood',
  noho: 'north-hollywood',
  ktown: 'koreatown',
  lacanada: 'la-canada-flintridge',
  gaslamp: 'gaslamp-quarter',
  lbc: 'long-beach',
  hb: 'huntington-beach',
  oside: 'oceanside',
  pb: 'pacific-beach',
  boyle: 'boyle-heights',
  eastla: 'east-los-angeles',
  eastlos: 'east-los-angeles',
  ela: 'east-los-angeles',
  estedelosangeles: 'east-los-angeles',
  sanberdoo: 'san-bernardino',
  berdoo: 'san-bernardino',
  rancho: 'rancho-cucamonga',
  moval: 'moreno-valley',
};

/** Whether it is a common short name of a place: 'oc', 'weho'. */
export const isShortName = (word: string) => word in SHORT_NAMES;

const cache = new WeakMap<object, Map<string, string>>();

/** Before the slug of a landmark, so that it is found by its names only: `place=disneyland` is no filter. */
const LANDMARK = '@';

/**
 * Slugs by `toNameKey`. Places come before locations, counties and landmarks, larger places before smaller ones of the same name;
 * the smaller ones are found with their county.
 */
function slugsByName({ places, locations, counties, zipCodes }: Gazetteer): Map<string, string> {
  const found = cache.get(places);
  if (found) return found;
  const largest = places.all.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
  const translated = OTHER_LANGUAGES.flatMap((language) =>
    counties.all.map((county) => ({ slug: county.slug, name: inLanguage(language, () => getCountyName(county)) })),
  );
  // Of several places of one name, each is also found by its county: 'Las Flores, Orange County'.
  const byName = Map.groupBy(largest, ({ name }) => name);
  const namesakes = largest
    .filter(({ name }) => byName.get(name)?.length !== 1)
    .flatMap(({ name, slug, county }) =>
      LANGUAGES.map((language) => ({ slug, name: `${name} ${inLanguage(language, () => getCountyName(county))}` })),
    );
  // Names that the staff added come after the places themselves.
  const aliases = largest.flatMap(({ slug, aliases: names }) => names.map((name) => ({ name, slug })));
  const named = [...largest, ...locations.all, ...counties.all, ...translated, ...namesakes, ...aliases].map(
    ({ name, slug }) => [toNameKey(name), slug] as const,
  );
  const slugs = new Map<string, string>();
  const zips = [...zipCodes.keys()].map((zip) => [zip, zip] as const);
  const spots = [...landmarks.values()].flatMap(({ slug, names }) =>
    names.map((name) => [toNameKey(name), LANDMARK + slug] as const),
  );
  for (const [key, slug] of [...named, ...Object.entries(SHORT_NAMES), ...spots, ...zips]) {
    if (!slugs.has(key)) slugs.set(key, slug);
  }
  cache.set(places, slugs);
  return slugs;
}

function findAreaBySlug({ places, locations, counties, zipCodes }: Gazetteer, slug: string): Area | undefined {
  const place = places.bySlug.get(slug);
  if (place) {
    const { name, lat, lng } = place;
    const scope = toScope(inPlace({ type: 'city', place }));
    return {
      name: getStoredPlaceName(name),
      path: `/city/${place.slug}`,
      detail: getCountyName(place.county),
      ...scope,
      lat,
      lng,
      allowsRadius: true,
    };
  }
  // Before the location: 'orange-county' is both.
  const county = counties.bySlug.get(slug);
  if (county) {
    const inside = [...zipCodes.values()].filter((zipCode) => zipCode.county.id === county.id);
    const mean = (of: 'lat' | 'lng') => inside.reduce((sum, zipCode) => sum + zipCode[of], 0) / inside.length;
    return {
      name: getCountyName(county),
      path: `/county/${slug}`,
      detail: t('County'),
      ...toScope(inCounty(county)),
      lat: mean('lat'),
      lng: mean('lng'),
      allowsRadius: false,
    };
  }
  const location = locations.bySlug.get(slug);
  if (location) {
    const { lat, lng } = location;
    const scope = toScope(inPlace({ type: 'location', location }));
    const shown = { name: getLocationName(location), path: `/${slug}`, detail: t('Area') };
    return { ...shown, ...scope, lat: lat ?? 0, lng: lng ?? 0, allowsRadius: false };
  }
  if (slug.startsWith(LANDMARK)) return findLandmark(slug.slice(LANDMARK.length));
  const zipCode = zipCodes.get(readZipCode(slug) ?? '');
  if (!zipCode) return undefined;
  const { zip, lat, lng } = zipCode;
  const detail = zipCode.place?.name ?? getCountyName(zipCode.county);
  return { name: zip, path: `/zip/${zip}`, detail, ...toScope(inZipCode(zipCode)), lat, lng, allowsRadius: true };
}

function findLandmark(slug: string): Area | undefined {
  const landmark = landmarks.get(slug);
  if (!landmark) return undefined;
  const { name, lat, lng, radiusMiles } = landmark;
  const path = `/search?near=${slug}`;
  const detail = radiusMiles === undefined ? t('Landmark') : t('Region');
  return { name, path, detail, where: {}, relevance: undefined, lat, lng, allowsRadius: true, radiusMiles };
}

const toScope = (scope: ListingScope | null) => ({ where: scope?.where ?? {}, relevance: scope?.relevance });
