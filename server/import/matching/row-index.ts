import type { KeyedRow } from './candidates.ts';
import { toPhoneNumbers } from './phones.ts';

/** Rows by what `directoryQuery` looks listings up by, for those that are no listings yet. */
export interface RowIndex<Row extends KeyedRow> {
  add(row: Row): void;
  /** In the order in which they were added. */
  find(row: KeyedRow): Row[];
}

export function createRowIndex<Row extends KeyedRow>(): RowIndex<Row> {
  const rows: Row[] = [];
  const byKey = new Map<string, number[]>();
  return {
    add(row) {
      const index = rows.push(row) - 1;
      for (const key of toOwnKeys(row)) {
        const same = byKey.get(key);
        if (same) same.push(index);
        else byKey.set(key, [index]);
      }
    },
    find(row) {
      const found = new Set(toSoughtKeys(row).flatMap((key) => byKey.get(key) ?? []));
      return [...found].sort((a, b) => a - b).map((index) => rows[index] as Row);
    },
  };
}

function toOwnKeys({ draft: { zip, phone, lat }, keys: { number, beginning, cell } }: KeyedRow) {
  return [
    ...(number === null ? [] : [`number in ZIP code|${zip}|${number}`]),
    ...toPhoneNumbers(phone).map((number) => `phone|${number}`),
    ...(cell === null ? [] : [`name near|${cell}|${beginning}`]),
    ...(cell === null || number === null ? [] : [`number near|${cell}|${number}`]),
    `name in ZIP code|${zip}|${beginning}`,
    ...(lat === null ? [`name without point|${zip}|${beginning}`] : []),
  ];
}

function toSoughtKeys({ draft: { zip, phone, lat }, keys: { number, beginning, cells } }: KeyedRow) {
  return [
    ...(number === null ? [] : [`number in ZIP code|${zip}|${number}`]),
    ...toPhoneNumbers(phone).map((number) => `phone|${number}`),
    ...cells.flatMap((cell) => [
      `name near|${cell}|${beginning}`,
      ...(number === null ? [] : [`number near|${cell}|${number}`]),
    ]),
    // A row without a point is near to all of its ZIP code.
    `name ${lat === null ? 'in ZIP code' : 'without point'}|${zip}|${beginning}`,
  ];
}
