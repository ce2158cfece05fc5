import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import simplify from 'simplify-js';
import type { TileArchive } from '#scripts/street-archive/read-archive.ts';
import { EXTENT, joinLines } from '#scripts/street-archive/simplify-tile.ts';
import { toStreetTile } from '#scripts/street-archive/street-tile.ts';
import { type Box, listTiles } from '#scripts/street-archive/write-pmtiles.ts';
import { type GridPoint, toGrid } from '#server/geocoding/addresses/grid.ts';

const REGION: Box = [-121.5, 32.4, -114, 35.9];
const ROADS = new Set(['highway', 'major_road', 'minor_road']);
/** In units of the tile, of which one is about a yard at zoom 13. */
const TOLERANCE = 12;

type TilePoint = { x: number; y: number };

/** The lines of named streets by name, from the deepest tiles of an archive of streets. Ramps are left out. */
export async function readStreets(archive: TileArchive, box: Box = REGION): Promise<Map<string, GridPoint[][]>> {
  const z = archive.maxZoom;
  const lines = new Map<string, GridPoint[][]>();
  for (const [, x, y] of listTiles({ min: z, max: z }, box)) {
    const data = await archive.getTile(z, x, y);
    if (!data) continue;
    const roads = toStreetTile(new VectorTile(new PbfReader(data))).roads ?? [];
    const named = Map.groupBy(
      roads.filter(({ type, tags }) => type === 2 && tags.name && !tags.is_link && ROADS.has(String(tags.kind))),
      ({ tags }) => String(tags.name),
    );
    for (const [name, features] of named) {
      const inside = features.flatMap(({ lines }) => lines.flatMap(clip));
      const joined = joinLines(inside).map((line) => simplify(line, TOLERANCE, true));
      const placed = joined.map((line) => line.map((point) => toGridPoint(point, { x, y, z })));
      lines.set(name, [...(lines.get(name) ?? []), ...placed]);
    }
  }
  return lines;
}

/** The parts of a line that lie in the tile itself: tiles overlap. */
function clip(line: TilePoint[]): TilePoint[][] {
  const parts: TilePoint[][] = [];
  let part: TilePoint[] = [];
  for (const point of line) {
    const isInside = point.x >= 0 && point.y >= 0 && point.x <= EXTENT && point.y <= EXTENT;
    if (isInside) part.push(point);
    if (!isInside || point === line.at(-1)) {
      // The point outside keeps the line whole up to the border of the tile.
      if (!isInside && part.length > 0) part.push(point);
      if (part.length > 1) parts.push(part);
      part = isInside ? [] : [point];
    }
  }
  return parts;
}

function toGridPoint({ x, y }: TilePoint, tile: { x: number; y: number; z: number }): GridPoint {
  const count = 2 ** tile.z;
  const lng = ((tile.x + x / EXTENT) / count) * 360 - 180;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (tile.y + y / EXTENT)) / count))) * 180) / Math.PI;
  return toGrid({ lat, lng });
}
