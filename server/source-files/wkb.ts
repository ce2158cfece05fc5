import type { Point } from '#server/places/points.ts';

const HAS_SRID = 0x20000000;

/** A point in well-known binary, in either byte order, with or without further dimensions; null for another geometry. */
export function readWkbPoint(bytes: Uint8Array): Point | null {
  if (bytes.length < 21) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittleEndian = view.getUint8(0) === 1;
  const type = view.getUint32(1, isLittleEndian);
  // Types of three dimensions are 1001, 2001, 3001, or have flags in their first bits.
  if ((type & 0xffff) % 1000 !== 1) return null;
  const start = type & HAS_SRID ? 9 : 5;
  if (bytes.length < start + 16) return null;
  const [lng, lat] = [view.getFloat64(start, isLittleEndian), view.getFloat64(start + 8, isLittleEndian)];
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : null;
}
