import type { Kysely } from 'kysely';
import type { SearchFilters } from '#contract/search.ts';
import { locateAddresses } from '#server/geocoding/addresses/locate-addresses.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Area, findAreaByName } from '#server/search/areas.ts';
import { readAddressSpot } from './address-spot.ts';

/** The data that spots are found by. */
export interface SpotDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A spot that a search names beside places: an address. */
export interface Spot {
  /** What is sought there; in `near` nothing. */
  rest: string;
  area: Area;
}

/**
 * The spot that the words of a search end in, or that `near` is. It is looked up in the table of streets, and only where the text has the form of
 * one. @returns undefined where the text names none, or it is not found
 */
export async function findSpot(
  deps: SpotDeps,
  { q, near }: Pick<SearchFilters, 'q' | 'near'>,
): Promise<Spot | undefined> {
  const place = near === '' ? undefined : findAreaByName(deps.gazetteer, near);
  const inWords = await findAddressSpot(deps, q, place);
  if (inWords || near === '' || place) return inWords;
  const inNear = await findAddressSpot(deps, near, undefined);
  return inNear && inNear.rest === '' ? { ...inNear, rest: q } : undefined;
}

async function findAddressSpot(deps: SpotDeps, text: string, place: Area | undefined): Promise<Spot | undefined> {
  const spot = readAddressSpot(deps.gazetteer, text, place);
  if (!spot) return undefined;
  const [point] = await locateAddresses(deps, [spot]);
  if (!point) return undefined;
  const name = [spot.address, spot.city || spot.zip].join(', ');
  return { rest: spot.rest, area: toSpotArea(name, point) };
}

/** An area around a point that has no page: what is near it is a search. */
const toSpotArea = (name: string, { lat, lng }: { lat: number; lng: number }): Area => ({
  name,
  path: `/search?near=${encodeURIComponent(name)}`,
  detail: '',
  where: {},
  relevance: undefined,
  lat,
  lng,
  allowsRadius: true,
});
