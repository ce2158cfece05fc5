import { countyMap } from 'virtual:county-map';
import type { SearchMap } from '#contract/search.ts';
import { project, unproject } from '#web/base/art/projection.ts';

/** The visible part of the map: `x`, `y` of its center in map units, and `scale` in pixels per unit. */
export interface MapView {
  x: number;
  y: number;
  scale: number;
}

/** The size of the viewport in pixels. */
export interface MapSize {
  width: number;
  height: number;
}

/** West, south, east, north in degrees. */
export type MapBox = SearchMap['box'];

/** The box that contains all eight counties. */
export const REGION_BOX: MapBox = [-119.95, 32.5, -114.1, 35.8];

// About 500 feet across on a phone.
const MAX_SCALE = 2000;

/** The side of the world in pixels at zoom 0, as MapLibre counts. */
const WORLD_PX = 512;

/** The center and the zoom of a view, as MapLibre takes them. */
export function toCamera({ x, y, scale }: MapView): { center: [lng: number, lat: number]; zoom: number } {
  const { lat, lng } = unproject([x, y], countyMap);
  return { center: [lng, lat], zoom: Math.log2((2 * Math.PI * countyMap.scale * scale) / WORLD_PX) };
}

/** The view around a point, at a zoom of MapLibre. */
export function viewAt(point: { lat: number; lng: number }, zoom: number): MapView {
  const [x, y] = project(point, countyMap);
  return { x, y, scale: (WORLD_PX * 2 ** zoom) / (2 * Math.PI * countyMap.scale) };
}

/** The point at an offset from the center of the view, in pixels. */
export const pointAt = ([right, down]: [number, number], { x, y, scale }: MapView) =>
  unproject([x + right / scale, y + down / scale], countyMap);

/** A point moved right and down by pixels of a view. */
export function movePoint(point: { lat: number; lng: number }, [right, down]: [number, number], { scale }: MapView) {
  const [x, y] = project(point, countyMap);
  return unproject([x + right / scale, y + down / scale], countyMap);
}

/** The view that fits a box. */
export function fitBox([west, south, east, north]: MapBox, size: MapSize): MapView {
  const [left, top] = project({ lat: north, lng: west }, countyMap);
  const [right, bottom] = project({ lat: south, lng: east }, countyMap);
  const scale = Math.min(size.width / (right - left), size.height / (bottom - top));
  return clampView({ x: (left + right) / 2, y: (top + bottom) / 2, scale }, size);
}

/** The visible box in the format of the `box` parameter: `-118.3021,33.9,-117.9,34.2`. */
export function visibleBox({ x, y, scale }: MapView, { width, height }: MapSize): string {
  const [halfWidth, down] = [width / 2 / scale, height / 2 / scale];
  const { lat: north, lng: west } = unproject([x - halfWidth, y - down], countyMap);
  const { lat: south, lng: east } = unproject([x + halfWidth, y + down], countyMap);
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(DECIMALS))).join();
}

// About 3 feet.
const DECIMALS = 5;

/** Converts a point in map units to pixels from the left and top of the viewport. */
export function toScreen([x, y]: [x: number, y: number], view: MapView, { width, height }: MapSize): [number, number] {
  return [(x - view.x) * view.scale + width / 2, (y - view.y) * view.scale + height / 2];
}

/** The view with its content moved right and down by a number of pixels. */
export function panBy([right, down]: [number, number], view: MapView, size: MapSize): MapView {
  return clampView({ ...view, x: view.x - right / view.scale, y: view.y - down / view.scale }, size);
}

/** The view scaled by a factor around a point, which is given in pixels from the center and stays in place. */
export function zoomBy(factor: number, view: MapView, size: MapSize, [right, down] = [0, 0]): MapView {
  const { scale } = clampView({ ...view, scale: view.scale * factor }, size);
  const shift = 1 / view.scale - 1 / scale;
  return clampView({ x: view.x + right * shift, y: view.y + down * shift, scale }, size);
}

/** Limits a view to the area of the map and to the zoom range. */
function clampView({ x, y, scale }: MapView, size: MapSize): MapView {
  const { width, height } = countyMap;
  return {
    x: clamp(0, x, width),
    y: clamp(0, y, height),
    scale: clamp(minScale(size), scale, MAX_SCALE),
  };
}

/** Whether the view cannot be zoomed out or in any further. */
export const isMinZoom = ({ scale }: MapView, size: MapSize) => scale <= minScale(size);
export const isMaxZoom = ({ scale }: MapView) => scale >= MAX_SCALE;

const minScale = ({ width, height }: MapSize) => Math.min(width / countyMap.width, height / countyMap.height);

const clamp = (min: number, value: number, max: number) => Math.min(Math.max(value, min), max);

// About 9 miles across on a phone: closer, a map without streets has little to show.
const STREETS_MIN_ZOOM = 11.5;

/** Whether a view is so close that one looks for streets. */
export const needsStreets = (view: MapView) => toCamera(view).zoom > STREETS_MIN_ZOOM;
