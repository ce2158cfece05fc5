import { STEP_KM, toGrid } from './grid.ts';
import type { SearchArea } from './search-area.ts';
import type { GridBox } from './street.ts';

/** The box around all of an area. */
export function toAreaBox({ middle, maxKm }: SearchArea): GridBox {
  const [x, y] = toGrid(middle);
  return [
    Math.round(x - maxKm / STEP_KM.x),
    Math.round(y - maxKm / STEP_KM.y),
    Math.round(x + maxKm / STEP_KM.x),
    Math.round(y + maxKm / STEP_KM.y),
  ];
}
