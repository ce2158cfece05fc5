import { describe, expect, it } from 'vitest';
import {
  fitBox,
  isMaxZoom,
  isMinZoom,
  type MapBox,
  type MapView,
  movePoint,
  needsStreets,
  panBy,
  pointAt,
  REGION_BOX,
  toCamera,
  toScreen,
  viewAt,
  visibleBox,
  zoomBy,
} from './view.ts';

const size = { width: 360, height: 480 };
const irvine: MapBox = [-117.9, 33.6, -117.7, 33.75];

const getVisibleBox = (view: MapView) => visibleBox(view, size).split(',').map(Number) as MapBox;
const getCenter = ([west, south, east, north]: MapBox) => [(west + east) / 2, (south + north) / 2];

describe('A view around a point', () => {
  const point = { lat: 33.68, lng: -117.83 };

  it('has the point in its middle, at the zoom of MapLibre', () => {
    const view = viewAt(point, 14);
    const { center, zoom } = toCamera(view);
    expect([...center, zoom]).toEqual([expect.closeTo(point.lng), expect.closeTo(point.lat), expect.closeTo(14)]);
    expect(pointAt([0, 0], view)).toEqual({ lat: expect.closeTo(point.lat), lng: expect.closeTo(point.lng) });
    expect(needsStreets(view)).toBe(true);
    expect(needsStreets(viewAt(point, 10))).toBe(false);
  });

  it('moves a point by pixels: 512 of them are the world at zoom 0', () => {
    const moved = movePoint(point, [64, 0], viewAt(point, 10));
    expect(moved.lng - point.lng).toBeCloseTo((360 * 64) / (512 * 2 ** 10), 6);
    expect(moved.lat).toBeCloseTo(point.lat, 9);
    expect(movePoint(point, [0, 64], viewAt(point, 10)).lat).toBeLessThan(point.lat);
    expect(pointAt([64, 0], viewAt(point, 10)).lng).toBeCloseTo(moved.lng, 6);
  });
});

describe('A view of the map', () => {
  it('contains the whole box and exceeds it in one dimension only', () => {
    const [west, south, east, north] = getVisibleBox(fitBox(irvine, size));
    expect([west, east]).toEqual([irvine[0], irvine[2]]);
    expect(south).toBeLessThan(irvine[1]);
    expect(north).toBeGreaterThan(irvine[3]);
  });

  it('is reproduced by fitting its visible box', () => {
    const view = fitBox(irvine, size);
    const again = fitBox(getVisibleBox(view), size);
    expect(again.scale / view.scale).toBeCloseTo(1, 3);
    expect(visibleBox(again, size)).toBe(visibleBox(view, size));
  });

  it('pans by the distance of the drag', () => {
    const view = fitBox(irvine, size);
    const moved = panBy([90, 0], view, size);
    const [west] = getVisibleBox(view);
    expect(getVisibleBox(moved)[0]).toBeCloseTo(west - 0.05, 3);
    expect(toScreen([view.x, view.y], moved, size)).toEqual([expect.closeTo(270), expect.closeTo(240)]);
  });

  it('keeps the point under the pointer in place when zooming', () => {
    const view = fitBox(irvine, size);
    const pointer: [number, number] = [view.x + 100 / view.scale, view.y - 50 / view.scale];
    const zoomed = zoomBy(2, view, size, [100, -50]);
    expect(zoomed.scale).toBeCloseTo(view.scale * 2);
    expect(toScreen(pointer, zoomed, size)).toEqual([expect.closeTo(280), expect.closeTo(190)]);
  });

  it('zooms around its center by default', () => {
    const view = fitBox(irvine, size);
    const [lng, lat] = getCenter(getVisibleBox(view)) as [number, number];
    const zoomed = getCenter(getVisibleBox(zoomBy(2, view, size)));
    expect(zoomed).toEqual([expect.closeTo(lng, 3), expect.closeTo(lat, 3)]);
  });

  it('stays within the counties and within the zoom limits', () => {
    let view = fitBox([-180, -90, 180, 90], size);
    expect(isMinZoom(view, size)).toBe(true);
    for (let i = 0; i < 20; i++) view = panBy([500, 500], view, size);
    const [lng, lat] = getCenter(getVisibleBox(view)) as [number, number];
    expect(lng).toBeGreaterThan(REGION_BOX[0] - 1);
    expect(lat).toBeLessThan(REGION_BOX[3] + 1);
    for (let i = 0; i < 20; i++) view = zoomBy(2, view, size);
    expect(isMaxZoom(view)).toBe(true);
    expect(isMinZoom(view, size)).toBe(false);
    const [west, , east] = getVisibleBox(view);
    expect(east).toBeGreaterThan(west);
  });
});
