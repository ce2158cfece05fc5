import { t } from '#contract/i18n/t.ts';
import type { Point } from '#server/places/points.ts';
import { decodeText, detectEncoding } from './encoding.ts';
import { FOURSQUARE } from './foursquare.ts';
import type { InputFile } from './input-file.ts';
import { CutOffJson, readJsonObjects } from './json-objects.ts';
import { isOpenStreetMapFeature, OPENSTREETMAP } from './openstreetmap.ts';
import { OVERTURE } from './overture.ts';
import { type PlaceRecord, type PlaceSchema, screenRecord, toRejectedRow, toRow } from './place-record.ts';
import { ImportError, type ImportRow, type ReadOptions } from './rows.ts';
import { readSourceCategories } from './source-categories.ts';

interface Feature {
  id?: unknown;
  geometry: unknown;
  properties: Record<string, unknown>;
}

/** Reads features of Overture Maps, Foursquare or OpenStreetMap: one on each line, or all in a FeatureCollection. */
export async function* readGeoJson(file: InputFile, options: ReadOptions): AsyncGenerator<ImportRow> {
  const encoding = await detectEncoding(file);
  const text = decodeText(file, encoding, options.progress ?? (() => {}));
  const categories = await readSourceCategories();
  let schema: PlaceSchema | undefined;
  let line = 0;
  try {
    for await (const json of readJsonObjects(text)) {
      line++;
      const feature = parseFeature(json);
      if (!feature) {
        yield toRejectedRow(line, { kind: 'JSON', text: t('no feature of GeoJSON') });
        continue;
      }
      if (!schema) {
        schema = findSchema(file, feature.properties);
        options.onFormat?.(`GeoJSON, ${schema.source}`);
      }
      const record = toRecord(feature);
      yield screenRecord(schema, record, line, options) ?? toRow(schema, categories, record, line, options);
    }
  } catch (error) {
    if (!(error instanceof CutOffJson)) throw error;
    yield toRejectedRow(line + 1, { kind: 'cut off', text: t('the file ends within this feature: it was cut off') });
  }
  if (line === 0) throw new ImportError(t('{path} has no features of GeoJSON.', { path: file.path }));
}

function parseFeature(json: string): Feature | null {
  try {
    const value = JSON.parse(json);
    const isFeature = value?.type === 'Feature' && typeof value.properties === 'object' && value.properties !== null;
    return isFeature ? value : null;
  } catch {
    return null;
  }
}

function findSchema(file: InputFile, properties: Record<string, unknown>): PlaceSchema {
  const schema = [OVERTURE, FOURSQUARE].find(({ signature }) =>
    signature.every((path) => getValues(properties, path.split('.')).length > 0),
  );
  if (schema) return schema;
  if (isOpenStreetMapFeature(properties)) return OPENSTREETMAP;
  throw new ImportError(
    t('{path} has neither features of Overture Maps or Foursquare nor tags of OpenStreetMap. Its properties: {names}', {
      path: file.path,
      names: Object.keys(properties).slice(0, 60).join(', '),
    }),
  );
}

function toRecord({ id, geometry, properties }: Feature): PlaceRecord {
  const getAll = (path: string) => {
    // The names of tags have no points; those of nested properties are divided by points.
    const values = path in properties ? [properties[path]].flat() : getValues(properties, path.split('.'));
    return (values.length === 0 && path === 'id' && id !== undefined ? [id] : values)
      .filter((value) => value !== null && value !== undefined && typeof value !== 'object')
      .map(String);
  };
  return { point: getPoint(geometry), getAll, get: (path) => getAll(path)[0] ?? '' };
}

function getValues(value: unknown, path: string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => getValues(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return value === null || value === undefined ? [] : [value];
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? getValues((value as Record<string, unknown>)[key], rest)
    : [];
}

/** A point, or the middle of the box around a line or an area. */
function getPoint(geometry: unknown): Point | null {
  const coordinates = (geometry as { coordinates?: unknown } | null)?.coordinates;
  if (!Array.isArray(coordinates)) return null;
  const numbers = coordinates.flat(4) as unknown[];
  if (!numbers.every((number) => typeof number === 'number' && Number.isFinite(number))) return null;
  const depth = countDepth(coordinates);
  const points = depth === 1 ? [coordinates as number[]] : (coordinates.flat(depth - 2) as number[][]);
  const [west, east] = getRange(points.map(([lng]) => lng ?? Number.NaN));
  const [south, north] = getRange(points.map(([, lat]) => lat ?? Number.NaN));
  const point = { lat: (south + north) / 2, lng: (west + east) / 2 };
  return Number.isFinite(point.lat) && Number.isFinite(point.lng) ? point : null;
}

const countDepth = (value: unknown): number => (Array.isArray(value) ? 1 + countDepth(value[0]) : 0);

const getRange = (numbers: number[]): [number, number] =>
  numbers.reduce<[number, number]>(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Infinity, -Infinity]);
