/** In degrees, as in GeoJSON. */
export type Position = [lng: number, lat: number];
/** A closed line: its last position is its first. */
export type Ring = Position[];

/** The largest extent of a city that other cities enclose, in degrees. */
const MAX_EXTENT = 0.2;

/**
 * The outline of an area that has no polygon of its own, from those of its neighbors, which have identical points where they
 * meet: the edges of only one polygon, joined to rings.
 * @param point a point in the area
 */
export function findEnclosedRing(rings: Ring[], point: Position): Ring | undefined {
  const edges = new Map<string, Position>();
  for (const ring of rings) {
    ring.slice(1).forEach((to, i) => {
      const from = ring[i] as Position;
      // A border of two polygons has two edges, in opposite directions.
      if (edges.get(String(to))?.join() === from.join()) edges.delete(String(to));
      else edges.set(String(from), to);
    });
  }
  for (const [start] of edges) {
    const ring: Ring = [];
    for (let at = edges.get(start), key = start; at; key = String(at), at = edges.get(key)) {
      edges.delete(key);
      ring.push(at);
    }
    if (isSmall(ring) && containsPoint(ring, point)) return [...ring, ring[0] as Position].toReversed();
  }
  return undefined;
}

const isSmall = (ring: Ring) => [0, 1].every((axis) => getExtent(ring.map((at) => at[axis] as number)) < MAX_EXTENT);
const getExtent = (values: number[]) => Math.max(...values) - Math.min(...values);

function containsPoint(ring: Ring, [x, y]: Position) {
  const crossed = ring.filter(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] as Position;
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
  });
  return crossed.length % 2 === 1;
}
