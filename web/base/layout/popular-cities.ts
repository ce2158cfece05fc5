import { t } from '#contract/i18n/t.ts';
import type { PlaceLink } from '#contract/places.ts';

/** The 28 large, well-known cities of all eight counties that the home and browse pages link to. */
export const POPULAR_CITIES: readonly PlaceLink[] = [
  'Anaheim',
  'Bakersfield',
  'Chula Vista',
  'El Centro',
  'Fontana',
  'Garden Grove',
  'Glendale',
  'Huntington Beach',
  'Irvine',
  'Long Beach',
  'Los Angeles',
  'Moreno Valley',
  'Oceanside',
  'Ontario',
  'Oxnard',
  'Palm Springs',
  'Pasadena',
  'Rancho Cucamonga',
  'Riverside',
  'San Bernardino',
  'San Diego',
  'Santa Ana',
  'Santa Clarita',
  'Santa Monica',
  'Temecula',
  'Thousand Oaks',
  'Torrance',
  'Ventura',
].map((name) => ({
  name: name === 'Los Angeles' ? t('Los Angeles') : name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
}));
