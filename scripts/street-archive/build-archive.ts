import { VectorTile } from '@mapbox/vector-tile';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { PbfReader } from 'pbf';
import type { TileArchive } from './read-archive.ts';
import { EXTENT, simplifyTile } from './simplify-tile.ts';
import { toStreetTile } from './street-tile.ts';
import { type Box, listTiles, type Tile, writePmtiles } from './write-pmtiles.ts';

/** The eight counties with the sea and the islands beside them: west, south, east, north. */
const REGION: Box = [-121.5, 32.4, -114, 35.9];
const MIN_ZOOM = 6;

/**
 * Makes a PMTiles archive of what maps draw of an archive of vector tiles.
 * @param onProgress called with the number of tiles that were read, and of all
 * @returns the bytes of the archive
 * @throws if no tile of the region has a street
 */
export async function buildArchive(
  archive: TileArchive,
  { maxZoom, box = REGION }: { maxZoom: number; box?: Box },
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Buffer> {
  const zooms = { min: Math.max(MIN_ZOOM, archive.minZoom), max: Math.min(maxZoom, archive.maxZoom) };
  const addresses = listTiles(zooms, box);
  const tiles: Tile[] = [];
  let hasStreets = false;
  for (const [i, [z, x, y]] of addresses.entries()) {
    onProgress(i + 1, addresses.length);
    const data = await archive.getTile(z, x, y);
    if (!data) continue;
    const layers = toStreetTile(new VectorTile(new PbfReader(data)));
    hasStreets ||= layers.roads !== undefined;
    const simplified = simplifyTile(layers, { isDeepest: z === zooms.max });
    if (Object.keys(simplified).length === 0) continue;
    const bytes = Buffer.from(fromGeojsonVt(toTiles(simplified), { version: 2, extent: EXTENT }));
    tiles.push({ z, x, y, bytes });
  }
  if (!hasStreets) throw new Error('The archive has no streets in Southern California.');
  return writePmtiles(tiles, { zooms, box });
}

/** The tiles of @maplibre/vt-pbf, of which only the features are read. */
const toTiles = (layers: ReturnType<typeof simplifyTile>) =>
  Object.fromEntries(Object.entries(layers).map(([name, features]) => [name, { features }])) as unknown as Parameters<
    typeof fromGeojsonVt
  >[0];
