/** Projects a point to map units, in the Mercator projection of `virtual:county-map`. */
export function project({ lat, lng }: Point, { scale, translate }: Projection): [x: number, y: number] {
  return [
    translate[0] + scale * lng * RADIANS,
    translate[1] - scale * Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2)),
  ];
}

/** The inverse of `project`: the point, in degrees, at a position on the map. */
export function unproject([x, y]: [x: number, y: number], { scale, translate }: Projection): Point {
  return {
    lat: (2 * Math.atan(Math.exp((translate[1] - y) / scale)) - Math.PI / 2) / RADIANS,
    lng: (x - translate[0]) / scale / RADIANS,
  };
}

type Point = { lat: number; lng: number };
type Projection = { scale: number; translate: [x: number, y: number] };

const RADIANS = Math.PI / 180;
