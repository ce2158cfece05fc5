import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { GridPoint } from './grid.ts';
import type { House, Street } from './street.ts';
import { IntegerReader, IntegerWriter } from './varint.ts';

const MAGIC = 'SLADDR1\n';
const COLUMNS = [
  ...(['streets', 'houses', 'estimates', 'numbers', 'houseX', 'houseY'] as const),
  ...(['lines', 'points', 'lineX', 'lineY'] as const),
];
type Column = (typeof COLUMNS)[number];

/**
 * Writes streets with their houses as columns of integers, each the difference to the one before and compressed by itself: names once,
 * how many streets each has, and so on. Streets of one name stand together. See data/README.md, Addresses.
 */
export function encodeAddresses(streets: Street[]): Buffer {
  const byName = Map.groupBy(streets, ({ name }) => name);
  const names = [...byName.keys()].sort();
  const writers = Object.fromEntries(COLUMNS.map((column) => [column, new IntegerWriter()])) as Record<
    Column,
    IntegerWriter
  >;
  const writePoint = createPointWriter(writers.houseX, writers.houseY);
  const writeLinePoint = createPointWriter(writers.lineX, writers.lineY);
  for (const name of names) {
    const named = byName.get(name) ?? [];
    writers.streets.write(named.length);
    for (const { houses, estimates, lines } of named) {
      writers.houses.write(houses.length);
      writers.estimates.write(estimates.length);
      [...houses, ...estimates].forEach(({ number, point }, i, all) => {
        writers.numbers.write(number - (all[i - 1]?.number ?? 0));
        writePoint(point);
      });
      writers.lines.write(lines.length);
      for (const line of lines) {
        writers.points.write(line.length);
        line.forEach(writeLinePoint);
      }
    }
  }
  const parts = [Buffer.from(names.join('\n')), ...COLUMNS.map((column) => writers[column].toBytes())].map(compress);
  const lengths = Buffer.alloc(4 * parts.length);
  for (const [i, { length }] of parts.entries()) lengths.writeUInt32LE(length, 4 * i);
  return Buffer.concat([Buffer.from(MAGIC), lengths, ...parts]);
}

function createPointWriter(xs: IntegerWriter, ys: IntegerWriter) {
  let before: GridPoint = [0, 0];
  return (point: GridPoint) => {
    xs.write(point[0] - before[0]);
    ys.write(point[1] - before[1]);
    before = point;
  };
}

const compress = (bytes: Buffer) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** Reads the streets of a file, in its order, one after another. @throws if it is none */
export function* decodeAddresses(file: Buffer): Generator<Street> {
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('This is no file of addresses.');
  let at = MAGIC.length + 4 * (COLUMNS.length + 1);
  const parts = [...COLUMNS, 'names'].map((_, i) => {
    const length = file.readUInt32LE(MAGIC.length + 4 * i);
    at += length;
    return brotliDecompressSync(file.subarray(at - length, at));
  });
  const names = (parts[0] as Buffer).toString('utf8').split('\n');
  const columns = Object.fromEntries(
    COLUMNS.map((column, i) => [column, new IntegerReader(parts[i + 1] as Buffer)]),
  ) as Record<Column, IntegerReader>;
  const readPoint = createPointReader(columns.houseX, columns.houseY);
  const readLinePoint = createPointReader(columns.lineX, columns.lineY);
  for (const name of names) {
    for (let left = columns.streets.read(); left > 0; left--) {
      const [houseCount, estimateCount] = [columns.houses.read(), columns.estimates.read()];
      let number = 0;
      const numbered = times(houseCount + estimateCount, (): House => {
        number += columns.numbers.read();
        return { number, point: readPoint() };
      });
      const lines = times(columns.lines.read(), () => times(columns.points.read(), readLinePoint));
      yield { name, houses: numbered.slice(0, houseCount), estimates: numbered.slice(houseCount), lines };
    }
  }
}

function createPointReader(xs: IntegerReader, ys: IntegerReader) {
  let [x, y] = [0, 0];
  return (): GridPoint => {
    x += xs.read();
    y += ys.read();
    return [x, y];
  };
}

const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
