import type { GridPoint } from './grid.ts';
import type { House, Street } from './street.ts';
import { IntegerReader, IntegerWriter } from './varint.ts';

type Shape = Pick<Street, 'houses' | 'estimates' | 'lines'>;

/** The houses and lines of a street as bytes: counts, then each number and point as the difference to the one before. */
export function encodeShape({ houses, estimates, lines }: Shape): Buffer {
  const writer = new IntegerWriter();
  let [number, x, y] = [0, 0, 0];
  const writePoint = (point: GridPoint) => {
    writer.write(point[0] - x);
    writer.write(point[1] - y);
    [x, y] = point;
  };
  for (const numbered of [houses, estimates]) {
    writer.write(numbered.length);
    for (const house of numbered) {
      writer.write(house.number - number);
      number = house.number;
      writePoint(house.point);
    }
  }
  writer.write(lines.length);
  for (const line of lines) {
    writer.write(line.length);
    line.forEach(writePoint);
  }
  return writer.toBytes();
}

/** Reads what `encodeShape` wrote. */
export function decodeShape(bytes: Uint8Array): Shape {
  const reader = new IntegerReader(bytes);
  let [number, x, y] = [0, 0, 0];
  const times = <T>(read: () => T): T[] => Array.from({ length: reader.read() }, read);
  const readPoint = (): GridPoint => {
    x += reader.read();
    y += reader.read();
    return [x, y];
  };
  const readHouse = (): House => {
    number += reader.read();
    return { number, point: readPoint() };
  };
  return { houses: times(readHouse), estimates: times(readHouse), lines: times(() => times(readPoint)) };
}
