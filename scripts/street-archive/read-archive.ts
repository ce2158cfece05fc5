import { openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { PMTiles, type Source } from 'pmtiles';

/** An archive of vector tiles. */
export interface TileArchive {
  minZoom: number;
  maxZoom: number;
  /** A tile, uncompressed; null where there is none. */
  getTile(z: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): void;
}

/** Opens a PMTiles or MBTiles archive, by the end of its name. @throws if it is neither, or its tiles are no vector tiles */
export async function openArchive(path: string): Promise<TileArchive> {
  if (path.endsWith('.pmtiles')) return openPmtiles(path);
  if (path.endsWith('.mbtiles')) return openMbtiles(path);
  throw new Error(`${path}: must end in .pmtiles or .mbtiles`);
}

const VECTOR_TILES = 1;

async function openPmtiles(path: string): Promise<TileArchive> {
  const archive = new PMTiles(openSource(path));
  const { tileType, minZoom, maxZoom } = await archive.getHeader();
  if (tileType !== VECTOR_TILES) throw new Error(`${path}: has no vector tiles`);
  return {
    minZoom,
    maxZoom,
    async getTile(z, x, y) {
      const tile = await archive.getZxy(z, x, y);
      return tile ? new Uint8Array(tile.data) : null;
    },
    close() {},
  };
}

function openSource(path: string): Source {
  const file = openSync(path, 'r');
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const bytes = new Uint8Array(length);
      const count = readSync(file, bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, count) };
    },
  };
}

/** https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md */
function openMbtiles(path: string): TileArchive {
  const database = new DatabaseSync(path, { readOnly: true });
  const metadata = new Map(
    database
      .prepare('select name, value from metadata')
      .all()
      .map(({ name, value }) => [String(name), String(value)]),
  );
  if (metadata.get('format') !== 'pbf') throw new Error(`${path}: has no vector tiles`);
  const zooms = database.prepare('select min(zoom_level) as lowest, max(zoom_level) as highest from tiles').get();
  const select = database.prepare(
    'select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?',
  );
  return {
    minZoom: Number(zooms?.lowest),
    maxZoom: Number(zooms?.highest),
    async getTile(z, x, y) {
      // Rows are counted from the south.
      const data = select.get(z, x, 2 ** z - 1 - y)?.tile_data as Uint8Array | undefined;
      if (!data) return null;
      return data[0] === 0x1f && data[1] === 0x8b ? gunzipSync(data) : data;
    },
    close: () => database.close(),
  };
}
