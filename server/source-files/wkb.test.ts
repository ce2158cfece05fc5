import { expect, it } from 'vitest';
import { toWkbPoint } from '#tests/support/place-files.ts';
import { readWkbPoint } from './wkb.ts';

const point = { lat: 33.68, lng: -117.83 };
const little = toWkbPoint(point.lng, point.lat);

function build(type: number, parts: (number | 'srid')[], isLittleEndian: boolean) {
  const bytes = new Uint8Array(5 + parts.reduce<number>((sum, part) => sum + (part === 'srid' ? 4 : 8), 0));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, isLittleEndian ? 1 : 0);
  view.setUint32(1, type, isLittleEndian);
  let offset = 5;
  for (const part of parts) {
    if (part === 'srid') view.setUint32(offset, 4326, isLittleEndian);
    else view.setFloat64(offset, part, isLittleEndian);
    offset += part === 'srid' ? 4 : 8;
  }
  return bytes;
}

it.each([
  ['little-endian', little],
  ['big-endian', build(1, [point.lng, point.lat], false)],
  ['with a height', build(1001, [point.lng, point.lat, 12], true)],
  ['with a flag of a height', build(0x80000001, [point.lng, point.lat, 12], true)],
  ['with a reference system', build(0x20000001, ['srid', point.lng, point.lat], true)],
])('A point, %s', (_, bytes) => expect(readWkbPoint(bytes)).toEqual(point));

it.each([
  ['a line', build(2, [1, 2, 3], true)],
  ['an empty point', build(1, [Number.NaN, Number.NaN], true)],
  ['too few bytes', little.subarray(0, 20)],
  ['a reference system without a point', build(0x20000001, ['srid', 1, 2], true).subarray(0, 22)],
])('%s is none', (_, bytes) => expect(readWkbPoint(bytes)).toBeNull());
