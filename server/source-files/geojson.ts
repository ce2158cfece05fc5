import { t } from '#contract/i18n/t.ts';
import type { Point } from '#server/places/points.ts';
import {
  type Feature,
  findPlaceSchema,
  toNestedRecord,
  unknownSchema,
} from '#server/source-files/datasets/nested-record.ts';
import { isOverpassElement, toFeature } from '#server/source-files/datasets/overpass.ts';
import { type PlaceSchema, screenRecord, toRejectedRow, toRow } from '#server/source-files/datasets/place-record.ts';
import { decodeText, detectEncoding } from './encoding.ts';
import type { InputFile } from './input-file.ts';
import { CutOffJson, readJsonObjects } from './json-objects.ts';
import { ImportError, type ImportRow, type ReadOptions } from './rows.ts';
import { readSourceCategories } from './source-categories.ts';

// The first features of a map are often no businesses.
const MAX_UNKNOWN = 1000;

/**
 * Reads features of Overture Maps, Foursquare or OpenStreetMap: one on each line, or all in a FeatureCollection; or what Overpass answers.
 * Which of them it is, the first features say that have properties of one.
 */
export async function* readGeoJson(file: InputFile, asked: ReadOptions): AsyncGenerator<ImportRow> {
  const options = { ...asked, date: asked.date ?? readFileDate(file) };
  const categories = await readSourceCategories();
  const toImportRow = (schema: PlaceSchema, feature: Feature | null, line: number) => {
    if (!feature) return toRejectedRow(line, { kind: 'JSON', text: t('no feature of GeoJSON') });
    const record = toNestedRecord(feature.properties, getPoint(feature.geometry), feature.id);
    return screenRecord(schema, record, line, options) ?? toRow(schema, categories, record, line, options);
  };
  let schema: PlaceSchema | undefined;
  const unknown: (Feature | null)[] = [];
  let line = 0;
  try {
    for await (const json of readJsonObjects(await openText(file, options))) {
      line++;
      const feature = parseFeature(json);
      if (!schema) {
        schema = feature ? findPlaceSchema(feature.properties) : undefined;
        if (!schema) {
          unknown.push(feature);
          if (unknown.length >= MAX_UNKNOWN) break;
          continue;
        }
        options.onFormat?.(`GeoJSON, ${schema.source}`);
        for (const [index, earlier] of unknown.entries()) yield toImportRow(schema, earlier, index + 1);
      }
      yield toImportRow(schema, feature, line);
    }
  } catch (error) {
    if (!(error instanceof CutOffJson)) throw error;
    if (schema)
      yield toRejectedRow(line + 1, { kind: 'cut off', text: t('the file ends within this feature: it was cut off') });
  }
  if (schema) return;
  const names = new Set(unknown.flatMap((feature) => Object.keys(feature?.properties ?? {})));
  if (names.size === 0) throw new ImportError(t('{path} has no features of GeoJSON.', { path: file.path }));
  throw unknownSchema(file.path, [...names]);
}

/** The month that stands before the features: when Overpass has read its data, or a map was exported. */
function readFileDate({ head }: InputFile): string | undefined {
  const [before = ''] = head.toString('latin1').split(/"(?:features|elements)"\s*:/, 1);
  return /"timestamp(?:_osm_base)?"\s*:\s*"(\d{4}-\d\d)-/.exec(before)?.[1];
}

const openText = async (file: InputFile, { progress = () => {} }: ReadOptions) =>
  decodeText(file, await detectEncoding(file), progress);

function parseFeature(json: string): Feature | null {
  try {
    const value = JSON.parse(json);
    if (isOverpassElement(value)) return toFeature(value);
    const isFeature = value?.type === 'Feature' && typeof value.properties === 'object' && value.properties !== null;
    return isFeature ? value : null;
  } catch {
    return null;
  }
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
