import { t } from '#contract/i18n/t.ts';
import type { PlaceLink } from '#contract/places.ts';

/** The 28 large, well-known cities of all eight counties that the home and browse pages link to. */
export const POPULAR_CITIES: readonly PlaceLink[] = [
  t('Anaheim'),
  t('Bakersfield'),
  t('Chula Vista'),
  t('El Centro'),
  t('Fontana'),
  t('Garden Grove'),
  t('Glendale'),
  t('Huntington Beach'),
  t('Irvine'),
  t('Long Beach'),
  t('Los Angeles'),
  t('Moreno Valley'),
  t('Oceanside'),
  t('Ontario'),
  t('Oxnard'),
  t('Palm Springs'),
  t('Pasadena'),
  t('Rancho Cucamonga'),
  t('Riverside'),
  t('San Bernardino'),
  t('San Diego'),
  t('Santa Ana'),
  t('Santa Clarita'),
  t('Santa Monica'),
  t('Temecula'),
  t('Thousand Oaks'),
  t('Torrance'),
  t('Ventura'),
].map((name) => ({ name, slug: name.toLowerCase().replaceAll(' ', '-') }));
