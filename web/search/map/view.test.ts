import { describe, expect, it } from 'vitest';
import {
  boxSeen,
  isLargest,
  isSmallest,
  type MapBox,
  type MapView,
  movedBy,
  seenAt,
  viewOf,
  WHOLE_AREA,
  zoomedBy,
} from './view.ts';

const size = { width: 360, height: 480 };
const irvine: MapBox = [-117.9, 33.6, -117.7, 33.75];

const seen = (view: MapView) => boxSeen(view, size).split(',').map(Number) as MapBox;
const middleOf = ([west, south, east, north]: MapBox) => [(west + east) / 2, (south + north) / 2];

describe('A view of the map', () => {
  it('holds all of a box, and no more than its shape asks for', () => {
    const [west, south, east, north] = seen(viewOf(irvine, size));
    expect([west, east]).toEqual([irvine[0], irvine[2]]);
    expect(south).toBeLessThan(irvine[1]);
    expect(north).toBeGreaterThan(irvine[3]);
  });

  it('is the same again after the box that is seen in it', () => {
    const view = viewOf(irvine, size);
    const again = viewOf(seen(view), size);
    expect(again.scale / view.scale).toBeCloseTo(1, 3);
    expect(boxSeen(again, size)).toBe(boxSeen(view, size));
  });

  it('moves with the hand', () => {
    const view = viewOf(irvine, size);
    const moved = movedBy([90, 0], view, size);
    const [west] = seen(view);
    expect(seen(moved)[0]).toBeCloseTo(west - 0.05, 3);
    expect(seenAt([view.x, view.y], moved, size)).toEqual([expect.closeTo(270), expect.closeTo(240)]);
  });

  it('keeps what lies under the pointer where it is while it grows', () => {
    const view = viewOf(irvine, size);
    const under: [number, number] = [view.x + 100 / view.scale, view.y - 50 / view.scale];
    const grown = zoomedBy(2, view, size, [100, -50]);
    expect(grown.scale).toBeCloseTo(view.scale * 2);
    expect(seenAt(under, grown, size)).toEqual([expect.closeTo(280), expect.closeTo(190)]);
  });

  it('grows around its middle unless told', () => {
    const view = viewOf(irvine, size);
    const [lng, lat] = middleOf(seen(view)) as [number, number];
    const grown = middleOf(seen(zoomedBy(2, view, size)));
    expect(grown).toEqual([expect.closeTo(lng, 3), expect.closeTo(lat, 3)]);
  });

  it('never leaves the counties, and shows neither the world nor a doorstep', () => {
    let view = viewOf([-180, -90, 180, 90], size);
    expect(isSmallest(view, size)).toBe(true);
    for (let i = 0; i < 20; i++) view = movedBy([500, 500], view, size);
    const [lng, lat] = middleOf(seen(view)) as [number, number];
    expect(lng).toBeGreaterThan(WHOLE_AREA[0] - 1);
    expect(lat).toBeLessThan(WHOLE_AREA[3] + 1);
    for (let i = 0; i < 20; i++) view = zoomedBy(2, view, size);
    expect(isLargest(view)).toBe(true);
    expect(isSmallest(view, size)).toBe(false);
    const [west, , east] = seen(view);
    expect(east).toBeGreaterThan(west);
  });
});
