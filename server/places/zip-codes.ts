import { t } from '#contract/i18n/t.ts';
import type { NearbyZipCode } from '#contract/places.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { Moved, NotFound } from '#server/platform/http/errors.ts';
import type { Counts } from './counts.ts';
import type { Gazetteer, ZipCode } from './gazetteer.ts';
import { nearestWithListings } from './place-page.ts';
import { distanceKm } from './points.ts';

/**
 * @throws {NotFound} 'Zip Code Not Found', for malformed ZIP codes too
 * @throws {Moved} for one in another form: '92614-1234'
 */
export function findZipCode({ zipCodes }: Gazetteer, zip: string): ZipCode {
  const found = zipCodes.get(readZipCode(zip) ?? '');
  if (!found) throw new NotFound(t('Zip Code Not Found'));
  if (found.zip !== zip) throw new Moved(zip, found.zip);
  return found;
}

/** For a ZIP code without listings, the nearest ones that have some, with their counts; otherwise none. */
export function nearestZipCodes({ zipCodes }: Gazetteer, counts: Counts, zipCode: ZipCode): NearbyZipCode[] {
  if (counts.zipCodes.has(zipCode.zip)) return [];
  return nearestWithListings([...zipCodes.values()], zipCode, ({ zip }) => counts.zipCodes.get(zip)).map(
    ({ zip, place }) => ({
      zip,
      city: place?.name ?? null,
      count: counts.zipCodes.get(zip) ?? 0,
    }),
  );
}

/** So many ZIP codes count as nearby, 100 km away in the desert, and up to so many within some kilometers: downtown many are a block. */
const MIN_NEARBY_ZIP_CODES = 24;
const MAX_NEARBY_ZIP_CODES = 150;
const NEARBY_KM = 10;
const nearbyZipCodesCache = new WeakMap<ZipCode, string[]>();

/** A ZIP code and the nearest others, by distance. */
export function nearbyZipCodes({ zipCodes }: Gazetteer, centre: ZipCode): string[] {
  const cached = nearbyZipCodesCache.get(centre);
  if (cached) return cached;
  const others = [...zipCodes.values()].filter(({ zip }) => zip !== centre.zip);
  const nearest = others
    .map((zipCode) => ({ ...zipCode, km: distanceKm(zipCode, centre) }))
    .toSorted((a, b) => a.km - b.km)
    .filter(({ km }, i) => i < MIN_NEARBY_ZIP_CODES - 1 || (km <= NEARBY_KM && i < MAX_NEARBY_ZIP_CODES - 1));
  const zips = [centre, ...nearest].map(({ zip }) => zip);
  nearbyZipCodesCache.set(centre, zips);
  return zips;
}
