import type { LikelyPoint } from '#contract/listing-fields/addresses.ts';
import { readAddress } from '#contract/values/address.ts';
import { type AddressDeps, locateAddresses, type TypedAddress } from '#server/geocoding/addresses/locate-addresses.ts';

/** The point that an address is likely at, by the table of streets; else the middle of its ZIP code, if it has a street at all. */
export async function findLikelyPoint(deps: AddressDeps, typed: TypedAddress): Promise<LikelyPoint> {
  const hasStreet = readAddress(typed.address).street !== null;
  if (!hasStreet) return { point: null, quality: null, hasStreet };
  const [found] = await locateAddresses(deps, [typed]);
  if (found) return { point: { lat: found.lat, lng: found.lng }, quality: found.quality, hasStreet };
  const zipCode = deps.gazetteer.zipCodes.get(typed.zip);
  return zipCode
    ? { point: { lat: zipCode.lat, lng: zipCode.lng }, quality: 'zip', hasStreet }
    : { point: null, quality: null, hasStreet };
}
