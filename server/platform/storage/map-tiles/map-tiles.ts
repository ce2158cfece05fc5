import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Env, InvalidEnvironment } from '#server/platform/env/env.ts';
import { type Bucket, toBucket } from '#server/platform/storage/s3-client.ts';
import { type Archive, openFile, openObject } from './archive.ts';

/** The tiles of streets of the site. */
export interface MapTiles {
  /** The path of the archive on our origin. */
  url: string;
  /** What the program serves; null where something else on our origin serves it. */
  served: { archive: Archive; fileName: string } | null;
}

// The first request of clients: the header and the root directory, which the format puts into these bytes.
const ROOT_BYTES = 16_384;
const HEADER_BYTES = 127;
const VECTOR_TILES = 1;

/**
 * Opens what `MAP_TILES` names, or the streets that the product ships.
 * @throws {InvalidEnvironment} if it cannot be read, or is no whole PMTiles archive of vector tiles
 */
export async function openMapTiles({ MAP_TILES: location, ...env }: Env): Promise<MapTiles> {
  if (location.kind === 'address') return { url: location.path, served: null };
  const refuse = (fault: string): never => {
    throw new InvalidEnvironment(`MAP_TILES: ${location.kind === 'file' ? location.path : location.key} ${fault}`);
  };
  const refuseUnread = (error: Error) => refuse(`cannot be read: ${error.message}`);
  const archive = await (location.kind === 'file'
    ? openFile(location.path)
    : openObject(toBucket(env) as Bucket, location.key)
  ).catch(refuseUnread);
  try {
    const end = Math.min(ROOT_BYTES, archive.size) - 1;
    const root = end < 0 ? Buffer.alloc(0) : await archive.read(0, end).then(buffer).catch(refuseUnread);
    const fault = findFault(root, archive.size);
    if (fault) refuse(fault);
    // Of what says where all tiles are, so that processes on several machines have the same address.
    const version = createHash('sha256').update(root).update(String(archive.size)).digest('hex').slice(0, 12);
    const fileName = `${version}.pmtiles`;
    return { url: `/map-tiles/${fileName}`, served: { archive, fileName } };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/** Checks a header: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md#3-header */
function findFault(header: Buffer, size: number): string | null {
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 7) !== 'PMTiles') return 'is not a PMTiles archive';
  if (header[7] !== 3) return `is a PMTiles archive of version ${header[7]}, not 3`;
  if (header[99] !== VECTOR_TILES) return 'has no vector tiles';
  // Directories, metadata, leaf directories and tiles, each with its offset and length.
  const ends = [8, 24, 40, 56].map((at) => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8));
  return ends.some((end) => end > size) ? 'is incomplete' : null;
}
