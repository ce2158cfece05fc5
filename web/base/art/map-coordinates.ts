import type { CountySlug } from './counties.ts';

type Lines = [lng: number, lat: number][];

/** The positions of the labels: inside the county, except for Orange County, whose label does not fit and is off its coast. */
export const LABELS: Record<CountySlug, [lng: number, lat: number]> = {
  'los-angeles-county': [-118.22, 34.52],
  'orange-county': [-117.9, 33.27],
  'san-diego-county': [-116.76, 33.02],
  'ventura-county': [-119.11, 34.47],
  'riverside-county': [-116.1, 33.74],
  'san-bernardino-county': [-116.2, 34.84],
  'imperial-county': [-115.36, 32.98],
  'kern-county': [-118.82, 35.36],
};

/**
 * A coarse outline of the land around the eight counties: the coast from Point Buchon to Ventura and from the border to
 * Ensenada. In between it runs inland, below the counties, and it closes far outside the map.
 */
export const MAINLAND: Lines = [
  [-124, 37],
  [-121.3, 35.66],
  [-120.88, 35.25],
  [-120.63, 35.12],
  [-120.64, 34.9],
  [-120.62, 34.57],
  [-120.47, 34.45],
  [-120.0, 34.46],
  [-119.69, 34.41],
  [-119.47, 34.38],
  [-119.2, 34.6],
  [-117.6, 34.3],
  [-116.9, 33.2],
  [-117.12, 32.53],
  [-117.05, 32.36],
  [-116.88, 32.13],
  [-116.62, 31.86],
  [-116.5, 30],
  [-110, 30],
  [-110, 38],
  [-124, 38],
];

/** The shore of the Salton Sea. */
export const SALTON_SEA: Lines = [
  [-116.09, 33.5],
  [-115.98, 33.53],
  [-115.86, 33.43],
  [-115.68, 33.32],
  [-115.57, 33.2],
  [-115.66, 33.16],
  [-115.83, 33.22],
  [-115.96, 33.36],
  [-116.09, 33.5],
];

/** The graticule in whole degrees. */
export const GRATICULE: Lines[] = [
  ...[-121, -120, -119, -118, -117, -116, -115, -114].map(
    (lng): Lines => [
      [lng, 31],
      [lng, 37],
    ],
  ),
  ...[32, 33, 34, 35, 36].map(
    (lat): Lines => [
      [-122, lat],
      [-113, lat],
    ],
  ),
];
