import { type GridPoint, gridDistanceKm } from '#server/geocoding/addresses/grid.ts';
import { findOnLines, getLengthKm } from '#server/geocoding/addresses/lines.ts';
import type { House, Street } from '#server/geocoding/addresses/street.ts';

/** Of what is farther apart than one or two of these cells, about half a mile, a street of the same name is another one. */
const CELL_STEPS = 200;

/** The streets of a name: houses and lines that lie together. */
export function splitStreets(name: string, houses: House[], lines: GridPoint[][]): Street[] {
  const cells = new Set<string>();
  for (const { point } of houses) cells.add(toCell(point));
  for (const line of lines) for (const point of densify(line)) cells.add(toCell(point));
  const parts = connect(cells);
  const streets = new Map<number, Street>();
  const getStreet = (point: GridPoint) => {
    const part = parts.get(toCell(point)) as number;
    const street = streets.get(part) ?? { name, houses: [], estimates: [], lines: [] };
    streets.set(part, street);
    return street;
  };
  for (const house of houses) getStreet(house.point).houses.push(house);
  for (const line of lines) getStreet(line[0] as GridPoint).lines.push(line);
  return [...streets.values()].map((street) => ({
    ...street,
    houses: sortHouses(street.houses),
    lines: dropParallels(joinAcrossTiles(street.lines)),
  }));
}

const toCell = ([x, y]: GridPoint) => `${Math.floor(x / CELL_STEPS)} ${Math.floor(y / CELL_STEPS)}`;

/** The points of a line, none farther from the next than half a cell. */
function densify(line: GridPoint[]): GridPoint[] {
  return line.flatMap(([x, y], i) => {
    const [nextX, nextY] = line[i + 1] ?? [x, y];
    const parts = Math.max(1, Math.ceil(Math.max(Math.abs(nextX - x), Math.abs(nextY - y)) / (CELL_STEPS / 2)));
    return Array.from(
      { length: parts },
      (_, part): GridPoint => [
        Math.round(x + ((nextX - x) * part) / parts),
        Math.round(y + ((nextY - y) * part) / parts),
      ],
    );
  });
}

/** Numbers the groups of cells that touch each other. */
function connect(cells: Set<string>): Map<string, number> {
  const parts = new Map<string, number>();
  for (const start of cells) {
    if (parts.has(start)) continue;
    const part = parts.size;
    const reached = [start];
    parts.set(start, part);
    for (let cell = reached.pop(); cell !== undefined; cell = reached.pop()) {
      const [x = 0, y = 0] = cell.split(' ').map(Number);
      for (const [dx, dy] of NEIGHBORS) {
        const next = `${x + dx} ${y + dy}`;
        if (!cells.has(next) || parts.has(next)) continue;
        parts.set(next, part);
        reached.push(next);
      }
    }
  }
  return parts;
}

const NEIGHBORS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y): [number, number] => [x, y]));

/** By number, odd ones first, each once. */
const sortHouses = (houses: House[]) =>
  houses
    .toSorted((a, b) => (b.number % 2) - (a.number % 2) || a.number - b.number || a.point[0] - b.point[0])
    .filter(({ number, point }, i, all) => {
      const before = all[i - 1];
      return !before || before.number !== number || gridDistanceKm(before.point, point) > 0.05;
    });

const JOIN_KM = 0.03;

/** Lines whose ends meet, up to what the clipping of tiles costs, become one. */
function joinAcrossTiles(lines: GridPoint[][]): GridPoint[][] {
  const left = lines.toSorted((a, b) => b.length - a.length);
  const joined: GridPoint[][] = [];
  for (let line = left.shift(); line; line = left.shift()) {
    for (let isLonger = true; isLonger; ) {
      isLonger = false;
      const [start, end] = [line[0] as GridPoint, line.at(-1) as GridPoint];
      for (const [i, other] of left.entries()) {
        const [first, last] = [other[0] as GridPoint, other.at(-1) as GridPoint];
        const ways: [GridPoint, GridPoint, () => GridPoint[]][] = [
          [end, first, () => [...(line as GridPoint[]), ...other.slice(1)]],
          [last, start, () => [...other, ...(line as GridPoint[]).slice(1)]],
          [end, last, () => [...(line as GridPoint[]), ...other.toReversed().slice(1)]],
          [first, start, () => [...other.toReversed(), ...(line as GridPoint[]).slice(1)]],
        ];
        const way = ways.find(([a, b]) => gridDistanceKm(a, b) <= JOIN_KM);
        if (!way) continue;
        line = way[2]();
        left.splice(i, 1);
        isLonger = true;
        break;
      }
    }
    joined.push(line);
  }
  return joined;
}

/** Nearer to another line of the street it is its other roadway. */
const PARALLEL_KM = 0.045;

/** Without the second roadway of divided streets. */
function dropParallels(lines: GridPoint[][]): GridPoint[][] {
  const sorted = lines.toSorted((a, b) => getLengthKm(b) - getLengthKm(a));
  const left: GridPoint[][] = [];
  for (const line of sorted) {
    const isParallel = line.every((point) =>
      left.some((other) => (findOnLines([other], point)?.distanceKm ?? Infinity) < PARALLEL_KM),
    );
    if (!isParallel) left.push(line);
  }
  return left;
}
