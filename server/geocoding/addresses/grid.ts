import type { Point } from '#server/places/points.ts';

/** A point in steps of the grid that addresses are stored in: integers from the south-west corner of the region. */
export type GridPoint = [x: number, y: number];

/** A step is 4.4 m from south to north and 3.7 m from west to east, less than half the distance between two doors. */
const STEPS_PER_DEGREE = 25_000;
const ORIGIN: Point = { lat: 32, lng: -122 };

/** The length of a step in kilometers. */
export const STEP_KM = { x: 0.0037, y: 0.00444 };

export const toGrid = ({ lat, lng }: Point): GridPoint => [
  Math.round((lng - ORIGIN.lng) * STEPS_PER_DEGREE),
  Math.round((lat - ORIGIN.lat) * STEPS_PER_DEGREE),
];

export const fromGrid = ([x, y]: GridPoint): Point => ({
  lat: ORIGIN.lat + y / STEPS_PER_DEGREE,
  lng: ORIGIN.lng + x / STEPS_PER_DEGREE,
});

/** The distance of two points; exact enough for streets, because the region is small. */
export const gridDistanceKm = ([x1, y1]: GridPoint, [x2, y2]: GridPoint) =>
  Math.hypot((x2 - x1) * STEP_KM.x, (y2 - y1) * STEP_KM.y);
