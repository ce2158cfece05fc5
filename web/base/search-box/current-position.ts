import { t } from '#contract/i18n/t.ts';
import { type ListingScope, parseScopedSearch, scopedPath } from './listing-scope.ts';

const TIMEOUT_MS = 15_000;
// A position that is a few minutes old is accurate enough to find a shop.
const MAX_AGE_MS = 300_000;
// About 300 feet: accurate enough to find a shop, and too coarse to identify a home.
const DECIMALS = 3;

/**
 * Asks the browser for the current position.
 * @returns a rounded point in the format of the `near` parameter: `33.684,-117.826`
 * @throws {Error} with a message for the visitor when permission is denied or the position is unknown
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

const DENIED = t('Location access is off for this site. Enter a city or ZIP code instead.');
const UNKNOWN = t('We couldn’t find your location. Enter a city or ZIP code instead.');

/** The URL of a form's search, with `near` set to a point. */
export function searchPathNear(point: string, form: HTMLFormElement | null, scope?: ListingScope): string {
  const fields = form ? [...new FormData(form)].map(([name, value]) => [name, String(value)]) : [];
  const params = new URLSearchParams(fields);
  // The point replaces a place that was typed.
  params.set('near', point);
  return scopedPath(scope, parseScopedSearch(scope, params));
}
