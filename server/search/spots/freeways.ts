import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';

type LngLat = [lng: number, lat: number];

/** An interstate, US highway or state route. */
export interface Freeway {
  /** 'I-405', 'US-101', 'SR-91' */
  ref: string;
  /** The digits of `ref`. */
  number: string;
  /** In everyday use: 'San Diego Freeway'. */
  names: string[];
  lines: LngLat[][];
}

/** The freeways of `data/socal_freeways.json`, by number. */
export const freewaysByNumber: ReadonlyMap<string, Freeway[]> = Map.groupBy(readFreeways(), ({ number }) => number);

/** The freeways by their names in lower case; several where one name goes on under another number. */
export const freewaysByName: ReadonlyMap<string, Freeway[]> = toFreewaysByName();

function readFreeways(): Freeway[] {
  const names: { ref: string; names: string }[] = parse(readFileSync(new URL('freeway-names.csv', DATA_FOLDER)), {
    columns: true,
    bom: true,
    trim: true,
  });
  const namesOf = new Map(names.map((row) => [row.ref, row.names.split(';')]));
  const rows: Pick<Freeway, 'ref' | 'lines'>[] = JSON.parse(
    readFileSync(new URL('socal_freeways.json', DATA_FOLDER), 'utf8'),
  );
  return rows.map((row) => ({ ...row, number: row.ref.replace(/\D/g, ''), names: namesOf.get(row.ref) ?? [] }));
}

function toFreewaysByName() {
  const byName = new Map<string, Freeway[]>();
  for (const freeway of [...freewaysByNumber.values()].flat()) {
    for (const name of freeway.names.map((text) => text.toLowerCase()))
      byName.set(name, [...(byName.get(name) ?? []), freeway]);
  }
  return byName;
}
