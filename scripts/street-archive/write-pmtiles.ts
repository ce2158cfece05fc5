import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

/** A box in degrees: west, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** A vector tile, uncompressed. */
export interface Tile {
  z: number;
  x: number;
  y: number;
  bytes: Buffer;
}

/** A run of tiles with the same content, or a directory: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md#4-directories */
interface Entry {
  id: number;
  /** The number of tiles; 0 for a directory. */
  run: number;
  offset: number;
  length: number;
}

const HEADER_BYTES = 127;
/** Of the header and the root directory together, which clients read at once. */
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES;
const ENTRIES_PER_LEAF = 4096;
const GZIP = 2;
const VECTOR_TILES = 1;

/**
 * A PMTiles archive (version 3) with equal tiles stored once, in the order of their ids.
 * @throws if the root directory is too large for the format
 */
export function writePmtiles(tiles: Tile[], { zooms, box }: { zooms: { min: number; max: number }; box: Box }): Buffer {
  const { entries, data, contents } = storeTiles(tiles);
  const { root, leaves } = encodeDirectories(entries);
  const metadata = gzipSync(JSON.stringify({ attribution: '© OpenStreetMap contributors', type: 'baselayer' }));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles\x03', 'latin1');
  let at = HEADER_BYTES;
  const parts = [root, metadata, leaves, data].flatMap((part) => {
    at += part.length;
    return [at - part.length, part.length];
  });
  const counts = [tiles.length, entries.length, contents];
  for (const [i, value] of [...parts, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  // Clustered; directories and tiles compressed by gzip.
  header.set([1, GZIP, GZIP, VECTOR_TILES, zooms.min, zooms.max], 96);
  for (const [i, degrees] of box.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i);
  const [west, south, east, north] = box;
  header[118] = zooms.min;
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return Buffer.concat([header, root, metadata, leaves, data]);
}

function storeTiles(tiles: Tile[]) {
  const entries: Entry[] = [];
  const data: Buffer[] = [];
  const offsets = new Map<string, { offset: number; length: number }>();
  let size = 0;
  const sorted = tiles.map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes })).sort((a, b) => a.id - b.id);
  for (const { id, bytes } of sorted) {
    const digest = createHash('sha256').update(bytes).digest('base64');
    let stored = offsets.get(digest);
    if (!stored) {
      const compressed = gzipSync(bytes, { level: 9 });
      stored = { offset: size, length: compressed.length };
      offsets.set(digest, stored);
      data.push(compressed);
      size += compressed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === stored.offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, run: 1, ...stored });
  }
  return { entries, data: Buffer.concat(data), contents: offsets.size };
}

/** One directory, or a root whose entries are directories. */
function encodeDirectories(entries: Entry[]): { root: Buffer; leaves: Buffer } {
  const single = encodeDirectory(entries);
  if (single.length <= MAX_ROOT_BYTES) return { root: single, leaves: Buffer.alloc(0) };
  const leaves: Buffer[] = [];
  const rootEntries: Entry[] = [];
  let offset = 0;
  for (let i = 0; i < entries.length; i += ENTRIES_PER_LEAF) {
    const leaf = encodeDirectory(entries.slice(i, i + ENTRIES_PER_LEAF));
    rootEntries.push({ id: (entries[i] as Entry).id, run: 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  const root = encodeDirectory(rootEntries);
  if (root.length > MAX_ROOT_BYTES) throw new Error('The archive has too many tiles.');
  return { root, leaves: Buffer.concat(leaves) };
}

function encodeDirectory(entries: Entry[]): Buffer {
  const columns = [
    entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0)),
    entries.map(({ run }) => run),
    entries.map(({ length }) => length),
    // Zero: right after the entry before.
    entries.map(({ offset }, i) => {
      const before = entries[i - 1];
      return before && before.offset + before.length === offset ? 0 : offset + 1;
    }),
  ];
  return gzipSync(Buffer.from([entries.length, ...columns.flat()].flatMap(toVarint)));
}

const toVarint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...toVarint(Math.floor(value / 128))];

/** The tiles that a box touches at some zooms. */
export function listTiles({ min, max }: { min: number; max: number }, box: Box): [z: number, x: number, y: number][] {
  const [west, south, east, north] = box;
  const toColumn = (lng: number, count: number) => Math.floor(((lng + 180) / 360) * count);
  const toRow = (lat: number, count: number) =>
    Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * count);
  const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return between(min, max).flatMap((z) =>
    between(toColumn(west, 2 ** z), toColumn(east, 2 ** z)).flatMap((x) =>
      between(toRow(north, 2 ** z), toRow(south, 2 ** z)).map((y): [number, number, number] => [z, x, y]),
    ),
  );
}
