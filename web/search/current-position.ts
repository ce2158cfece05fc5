import { type ListingScope, parseScopedSearch, scopedPath } from './listing-scope.ts';

const TIMEOUT_MS = 15_000;
// A point of a few minutes ago is near enough to a shop.
const MAX_AGE_MS = 300_000;
// About 300 feet: near enough to find a shop, and nobody's door.
const DECIMALS = 3;

/**
 * Asks the browser where it is.
 * @returns a rounded point, as a search takes it for a place: `33.684,-117.826`
 * @throws {Error} whose message says to people that it does not know, or may not tell
 */
export async function getCurrentPosition(): Promise<string> {
  const position = new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS }),
  );
  const { coords } = await position.catch((error: GeolocationPositionError) => {
    throw new Error(error.code === error.PERMISSION_DENIED ? DENIED : UNKNOWN);
  });
  return `${coords.latitude.toFixed(DECIMALS)},${coords.longitude.toFixed(DECIMALS)}`;
}

const DENIED = 'Your browser does not share your location with this site. Type a city or ZIP code instead.';
const UNKNOWN = 'Your location could not be found just now. Type a city or ZIP code instead.';

/** The address of what a form searches for, near a point. */
export function searchPathNear(point: string, form: HTMLFormElement | null, scope?: ListingScope): string {
  const fields = form ? [...new FormData(form)].map(([name, value]) => [name, String(value)]) : [];
  const params = new URLSearchParams(fields);
  // What was typed as a place gives way.
  params.set('near', point);
  return scopedPath(scope, parseScopedSearch(scope, params));
}
