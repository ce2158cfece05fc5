import { t } from '#contract/i18n/t.ts';
import type { ListingAtDistance } from '#contract/listings.ts';

/** What a list with an origin knows about the distance of a listing. */
export type Distance = Partial<Pick<ListingAtDistance, 'miles' | 'distanceUnknown'>>;

/** '0.4 mi', '12 mi', or 'in 92614' where only the ZIP code is known; null in a list without distances. */
export function distanceLabel({
  miles = null,
  distanceUnknown,
  zipCode,
}: Distance & Pick<ListingAtDistance, 'zipCode'>): string | null {
  if (miles === null) return distanceUnknown ? t('in {zipCode}', { zipCode }) : null;
  if (miles < 0.1) return t('under 0.1 mi');
  return t('{miles} mi', { miles: miles.toFixed(miles < 10 ? 1 : 0) });
}
