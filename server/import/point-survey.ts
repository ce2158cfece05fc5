import { areSwapped, isInRegion, readPoint } from '#server/source-files/point.ts';
import type { ImportRow } from '#server/source-files/rows.ts';

/** Points of a file outside of the region, and how many of them would be inside with latitude and longitude swapped. */
export interface SwappedPoints {
  outside: number;
  swapped: number;
}

/** Counts the points of rows. */
export interface PointSurvey {
  add(row: ImportRow): void;
  /** Undefined unless most points outside would be inside if they were swapped. */
  getSwapped(): SwappedPoints | undefined;
}

export function createPointSurvey(): PointSurvey {
  const counts: SwappedPoints = { outside: 0, swapped: 0 };
  const count = (isSwappedPoint: boolean) => {
    counts.outside++;
    if (isSwappedPoint) counts.swapped++;
  };
  return {
    add({ fields, rejection }) {
      if (rejection) {
        if (rejection.kind === 'outside') count(rejection.hasSwappedPoint ?? false);
        return;
      }
      const { lat, lng } = fields;
      if (lat === '' || lng === '') return;
      const point = readPoint(lat, lng);
      if (point && isInRegion(point)) return;
      const isSwappedPoint = areSwapped(lat, lng);
      if (point || isSwappedPoint) count(isSwappedPoint);
    },
    getSwapped: () => (2 * counts.swapped > counts.outside ? counts : undefined),
  };
}
