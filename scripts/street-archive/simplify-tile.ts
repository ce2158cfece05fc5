import simplify from 'simplify-js';
import type { Feature, Layers, Tags } from './street-tile.ts';

/** The width of a tile in its units. A map shows a tile at 512 pixels and more, so a unit is an eighth of a pixel or less. */
export const EXTENT = 4096;
/** In units. The deepest tiles are also shown closer, sixteen times as large. */
const TOLERANCE = 4;
const MIN_AREA = 64;

type Point = Feature['lines'][number][number];
type Line = Point[];

/** A feature as geojson-vt has it. */
export interface EncodableFeature {
  type: 1 | 2 | 3;
  tags: Tags;
  geometry: [x: number, y: number][] | [x: number, y: number][][];
}

/**
 * Joins lines of the same tags, and leaves out points that nobody would see, and empty layers.
 * @param isDeepest whether the tile is also shown closer than its zoom
 */
export function simplifyTile(
  layers: Layers,
  { isDeepest }: { isDeepest: boolean },
): Partial<Record<keyof Layers, EncodableFeature[]>> {
  const simplified = Object.entries(layers).map(([name, features]) => [
    name,
    groupByTags(features).flatMap((group) => simplifyFeature(group, isDeepest ? 0 : TOLERANCE)),
  ]);
  return Object.fromEntries(simplified.filter(([, features]) => features?.length));
}

/** One feature of each type and tags. */
function groupByTags(features: Feature[]): Feature[] {
  const groups = Map.groupBy(features, ({ type, tags }) => `${type} ${JSON.stringify(Object.entries(tags).sort())}`);
  return [...groups.values()].map((group) => ({
    type: (group[0] as Feature).type,
    tags: (group[0] as Feature).tags,
    lines: group.flatMap(({ lines }) => lines),
  }));
}

function simplifyFeature({ type, tags, lines }: Feature, tolerance: number): EncodableFeature[] {
  const toPair = ({ x, y }: Point): [number, number] => [x, y];
  if (type === 1) return [{ type, tags, geometry: lines.flat().map(toPair) }];
  const simple = (type === 2 ? joinLines(lines) : lines.filter((ring) => tolerance === 0 || getArea(ring) >= MIN_AREA))
    .map((line) => (tolerance === 0 ? line : simplify(line, tolerance, true)))
    .filter((line) => line.length >= (type === 2 ? 2 : 4));
  return simple.length > 0 ? [{ type, tags, geometry: simple.map((line) => line.map(toPair)) }] : [];
}

/** Lines that are joined where one ends and another begins. */
export function joinLines(lines: Line[]): Line[] {
  const toKey = ({ x, y }: Point) => `${x} ${y}`;
  const byStart = new Map<string, Set<Line>>();
  for (const line of lines) {
    const key = toKey(line[0] as Point);
    byStart.set(key, (byStart.get(key) ?? new Set()).add(line));
  }
  const left = new Set(lines);
  const take = (line: Line) => {
    left.delete(line);
    byStart.get(toKey(line[0] as Point))?.delete(line);
    return line;
  };
  const endsOfOthers = new Set(lines.map((line) => toKey(line.at(-1) as Point)));
  const joined: Line[] = [];
  // Lines that continue no other first, so that each begins where its chain does; what is left are rings.
  const isFirst = (line: Line) => !endsOfOthers.has(toKey(line[0] as Point));
  for (const start of [...lines.filter(isFirst), ...lines]) {
    if (!left.has(start)) continue;
    const chain = [...take(start)];
    for (;;) {
      const [next] = byStart.get(toKey(chain.at(-1) as Point)) ?? [];
      if (!next) break;
      chain.push(...take(next).slice(1));
    }
    joined.push(chain);
  }
  return joined;
}

/** The area of a ring, in square units, whichever way round it goes. */
function getArea(ring: Line): number {
  const twice = ring.reduce((sum, { x, y }, i) => {
    const next = ring[(i + 1) % ring.length] as Point;
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice / 2);
}
