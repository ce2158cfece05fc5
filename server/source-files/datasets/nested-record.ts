import { t } from '#contract/i18n/t.ts';
import type { Point } from '#server/places/points.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { readStructured } from '#server/source-files/structured-text.ts';
import { FOURSQUARE } from './foursquare.ts';
import { isOpenStreetMapFeature, OPENSTREETMAP } from './openstreetmap.ts';
import { OVERTURE } from './overture.ts';
import type { PlaceRecord, PlaceSchema } from './place-record.ts';

/** What a feature of JSON, or a row of a table, says of a place. */
export type Properties = Record<string, unknown>;

/** A feature of GeoJSON. */
export interface Feature {
  id?: unknown;
  geometry: unknown;
  properties: Properties;
}

/** The open dataset whose places have such properties; undefined for no known one. */
export function findPlaceSchema(properties: Properties): PlaceSchema | undefined {
  const schema = [OVERTURE, FOURSQUARE].find(({ signature }) =>
    signature.every((path) => getValues(properties, path).length > 0),
  );
  return schema ?? (isOpenStreetMapFeature(properties) ? OPENSTREETMAP : undefined);
}

/** A refusal that names the properties. */
export const unknownSchema = (path: string, names: string[]): ImportError =>
  new ImportError(
    t('{path} has neither features of Overture Maps or Foursquare nor tags of OpenStreetMap. Its properties: {names}', {
      path,
      names: names.slice(0, 60).join(', '),
    }),
  );

/** A place by its properties: those of nested objects and lists are found by paths with points. */
export function toNestedRecord(properties: Properties, point: Point | null, id?: unknown): PlaceRecord {
  const getAll = (path: string) => {
    const values = getValues(properties, path);
    return (values.length === 0 && path === 'id' && id !== undefined ? [id] : values)
      .filter((value) => value !== null && value !== undefined && typeof value !== 'object')
      .map(String);
  };
  return { point, getAll, get: (path) => getAll(path)[0] ?? '' };
}

/** The names of tags have no points; those of nested properties are divided by points. */
const getValues = (properties: Properties, path: string) =>
  path in properties ? [parse(properties[path])].flat() : getNested(properties, path.split('.'));

function getNested(value: unknown, path: string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => getNested(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return value === null || value === undefined ? [] : [value];
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? getNested(parse((value as Properties)[key]), rest)
    : [];
}

/** Programs like GDAL write lists and objects as text. */
const parse = (value: unknown) =>
  typeof value === 'string' && /^[[{]/.test(value) ? (readStructured(value) ?? value) : value;
