import type { Kysely } from 'kysely';
import type { SearchFilters } from '#contract/search.ts';
import { locateAddresses } from '#server/geocoding/addresses/locate-addresses.ts';
import { toSearchAreas } from '#server/geocoding/addresses/search-area.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Point } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Area, findAreaByName } from '#server/search/areas.ts';
import { readAddressSpot } from './address-spot.ts';
import {
  type CrossingSpot,
  locateCrossing,
  locateFirstCrossing,
  readCrossingSpot,
  readCrossingsWithin,
} from './crossing-spot.ts';
import { readFreewaySpot } from './freeway-spot.ts';
import { toStrip } from './strip.ts';

/** The data that spots are found by. */
export interface SpotDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A spot that a search names beside places: an address, a crossing, or the strip along a freeway. */
export interface Spot {
  /** What is sought there; in `near` nothing. */
  rest: string;
  area: Area;
  /** Whether `near` names it, and not the words. */
  isInNear?: boolean;
}

/**
 * The spot that the words of a search end in, or that `near` is. Streets are looked up only where the text has the form of an address or a
 * crossing. @returns undefined where the text names none, or it is not found
 */
export async function findSpot(
  deps: SpotDeps,
  { q, near }: Pick<SearchFilters, 'q' | 'near'>,
): Promise<Spot | undefined> {
  const place = near === '' ? undefined : findAreaByName(deps.gazetteer, near);
  const inWords = await findInText(deps, q, place);
  if (inWords || near === '' || place) return inWords;
  // '405' in the field of a place is the freeway.
  const inNear = await findInText(deps, /^\d{1,3}$/.test(near) ? `the ${near}` : near, undefined);
  return inNear && inNear.rest === '' ? { ...inNear, rest: q, isInNear: true } : undefined;
}

async function findInText(deps: SpotDeps, text: string, place: Area | undefined): Promise<Spot | undefined> {
  return (
    (await findAddressSpot(deps, text, place)) ??
    findFreewaySpot(deps, text, place) ??
    (await findCrossingSpot(deps, text, place))
  );
}

async function findAddressSpot(deps: SpotDeps, text: string, place: Area | undefined): Promise<Spot | undefined> {
  const spot = readAddressSpot(deps.gazetteer, text, place);
  if (!spot) return undefined;
  const [point] = await locateAddresses(deps, [spot]);
  if (!point) return undefined;
  const name = [spot.address, spot.city || spot.zip].join(', ');
  return { rest: spot.rest, area: toSpotArea(name, name, point) };
}

async function findCrossingSpot(deps: SpotDeps, text: string, place: Area | undefined): Promise<Spot | undefined> {
  const spot = readCrossingSpot(deps.gazetteer, text, place);
  const point = spot && (await locateCrossing(deps.db, spot));
  if (spot && point) return toCrossing(spot, point);
  const within = await locateFirstCrossing(deps.db, readCrossingsWithin(deps.gazetteer, text, place));
  return within ? toCrossing(within.crossing, within.point) : undefined;
}

function toCrossing(spot: CrossingSpot, point: Point & { name: string }): Spot {
  const typed = [spot.streets.join(' & '), spot.place?.name].filter(Boolean).join(', ');
  return { rest: spot.rest, area: toSpotArea(point.name, typed, point) };
}

const MILES_PER_KM = 0.621_371;

function findFreewaySpot({ gazetteer }: SpotDeps, text: string, place: Area | undefined): Spot | undefined {
  const spot = readFreewaySpot(gazetteer, text, place);
  if (!spot || (spot.place && !spot.place.allowsRadius)) return undefined;
  const [area] = spot.place
    ? toSearchAreas(
        gazetteer,
        spot.place.path.startsWith('/zip/') ? { zip: spot.place.name, city: '' } : { zip: '', city: spot.place.name },
      )
    : [];
  const radiusMiles = (area?.maxKm ?? DEFAULT_PLACE_KM) * MILES_PER_KM;
  const strip = toStrip(spot.freeways, spot.place && { lat: spot.place.lat, lng: spot.place.lng, radiusMiles });
  if (!strip) return undefined;
  const typed = [spot.name, spot.place?.name].filter(Boolean).join(', ');
  const { lat, lng, polygons } = strip;
  return {
    rest: spot.rest,
    area: { ...toSpotArea(typed, typed, { lat, lng }), strip: { polygons, hasMiddle: spot.place !== undefined } },
  };
}

/** Around a landmark. */
const DEFAULT_PLACE_KM = 8;

/** An area around a point that has no page: what is near it is a search. @param typed what is searched again for it */
const toSpotArea = (name: string, typed: string, { lat, lng }: { lat: number; lng: number }): Area => ({
  name,
  path: `/search?near=${encodeURIComponent(typed)}`,
  detail: '',
  where: {},
  relevance: undefined,
  lat,
  lng,
  allowsRadius: true,
});
