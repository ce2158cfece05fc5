import { z } from '#contract/zod.ts';
import { readBounded } from '#server/platform/http/bounded-body.ts';
import type { Geocode } from './geocoder.ts';

const TIMEOUT_MS = 10_000;
// A response has about 2 kB for each match.
const MAX_RESPONSE_BYTES = 256 * 1024;

const responseSchema = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({
        coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
        addressComponents: z.object({ zip: z.string().optional() }).optional(),
      }),
    ),
  }),
});

/**
 * A geocoder that speaks the HTTP of the US Census Bureau's, which is free and needs no key. It follows no redirects, and waits
 * and reads only so long. Of several matches the first in the ZIP code counts, else the first.
 * See https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html.
 * @param url of the service, without a slash at its end
 */
export function createCensusGeocoder(url: string, timeoutMs = TIMEOUT_MS): Geocode {
  return async ({ address, city, zip }) => {
    const query = new URLSearchParams({
      address: `${address}, ${city}, CA ${zip}`,
      benchmark: 'Public_AR_Current',
      format: 'json',
    });
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}/locations/onelineaddress?${query}`, { signal, redirect: 'error' });
    const body = await readBounded(response.body, MAX_RESPONSE_BYTES, tooLong);
    if (!response.ok) throw new Error(`The geocoder responded with status ${response.status}.`);
    const matches = responseSchema.parse(JSON.parse(body.toString('utf8'))).result.addressMatches;
    const match = matches.find(({ addressComponents }) => addressComponents?.zip === zip) ?? matches[0];
    return match ? { lat: match.coordinates.y, lng: match.coordinates.x } : null;
  };
}

const tooLong = () => new Error('The response of the geocoder is too long.');
