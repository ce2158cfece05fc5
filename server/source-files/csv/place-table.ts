import { FOURSQUARE } from '#server/source-files/datasets/foursquare.ts';
import { toNestedRecord } from '#server/source-files/datasets/nested-record.ts';
import { OVERTURE } from '#server/source-files/datasets/overture.ts';
import { type PlaceSchema, screenRecord, toRow } from '#server/source-files/datasets/place-record.ts';
import type { ImportRow, ReadOptions } from '#server/source-files/rows.ts';
import { readSourceCategories } from '#server/source-files/source-categories.ts';
import type { CsvRecord } from './records.ts';

/** The open dataset of which a CSV file is a table, by its header. Lists and objects are text in its cells. */
export const findTableSchema = (header: string[]): PlaceSchema | undefined =>
  [OVERTURE, FOURSQUARE].find(({ signature }) =>
    signature.every((path) => header.some((name) => name === path || name === path.split('.')[0])),
  );

/** Reads the records of such a table. */
export async function createPlaceReader(schema: PlaceSchema, header: string[], options: ReadOptions) {
  const categories = await readSourceCategories();
  return ({ line, fields }: CsvRecord): ImportRow => {
    const properties = Object.fromEntries(header.map((name, index) => [name, fields[index]?.trim() ?? '']));
    const record = toNestedRecord(properties, toPoint(properties));
    return screenRecord(schema, record, line, options) ?? toRow(schema, categories, record, line, options);
  };
}

function toPoint({ latitude, longitude, lat, lng, lon, geometry = '' }: Record<string, string>) {
  const [, x, y] = /^POINT\s*Z?\s*\(\s*(\S+)\s+(\S+)/i.exec(geometry) ?? [];
  const [north, east] = [latitude ?? lat ?? y ?? '', longitude ?? lng ?? lon ?? x ?? ''];
  return north.trim() && east.trim() ? { lat: Number(north), lng: Number(east) } : null;
}
