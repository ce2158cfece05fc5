/** Where a point lies on the map, in its units: Mercator, as `virtual:county-map` was drawn. */
export function pointOnMap(
  { lat, lng }: { lat: number; lng: number },
  { scale, translate }: { scale: number; translate: [x: number, y: number] },
): [x: number, y: number] {
  const radians = Math.PI / 180;
  return [
    translate[0] + scale * lng * radians,
    translate[1] - scale * Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)),
  ];
}
