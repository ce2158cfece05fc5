import { isInCounties } from '#server/places/city-outlines.ts';
import type { Point } from '#server/places/points.ts';
import { normalizeText } from './normalize-text.ts';
import { BLANK_FIELDS, type ImportRow, type ReadOptions, type RowNote } from './rows.ts';
import type { SourceCategories } from './source-categories.ts';

/** A place of an open dataset. */
export interface PlaceRecord {
  point: Point | null;
  /** The value at a path such as 'addresses.freeform', the first one of a list, as text; '' where there is none. */
  get(path: string): string;
  getAll(path: string): string[];
}

/** An open dataset with columns of its own. */
export interface PlaceSchema {
  /** The name of the dataset in `data/sources.csv`. */
  source: string;
  /** The name of its categories in `data/source-categories.csv`. */
  categories: string;
  /** Columns that no other dataset has. */
  signature: string[];
  /** The paths by which a record is judged before the others are read. */
  screeningPaths: string[];
  /** The paths that `toFields` reads. */
  paths: string[];
  /** Its key for a place; read with `screeningPaths`. */
  getId(record: PlaceRecord): string;
  /** Why a record is none to import, if it is not. */
  screen(record: PlaceRecord, options: ReadOptions): RowNote | null;
  /** The codes of its category, the most specific first. */
  getCategories(record: PlaceRecord): string[];
  toFields(record: PlaceRecord): Partial<ImportRow['fields']>;
}

const OUTSIDE: RowNote = { kind: 'outside', text: 'outside the eight counties', isOnlyCounted: true };
const NO_BUSINESS: RowNote = { kind: 'no business', text: 'of a kind that is no business', isOnlyCounted: true };

/**
 * Judges a record by its point and `screeningPaths`.
 * @returns a rejected row, or null where the record is to be converted; one that is closed has its id, which marks its listing
 */
export function screenRecord(
  schema: PlaceSchema,
  record: PlaceRecord,
  line: number,
  options: ReadOptions,
): ImportRow | null {
  if (!record.point || !isInCounties(record.point)) return toRejectedRow(line, OUTSIDE);
  const rejection = schema.screen(record, options);
  if (!rejection) return null;
  const row = toRejectedRow(line, rejection);
  if (rejection.kind !== 'closed') return row;
  return { ...row, fields: { ...BLANK_FIELDS, id: schema.getId(record), source: getSource(schema, options) } };
}

const getSource = (schema: PlaceSchema, { source }: ReadOptions) => source ?? schema.source;

/** A row that is not imported. */
export const toRejectedRow = (line: number, rejection: RowNote): ImportRow => ({
  line,
  rejection,
  fields: BLANK_FIELDS,
  fallbackCategory: '',
});

/** Converts a record that passed `screenRecord`. */
export function toRow(
  schema: PlaceSchema,
  categories: SourceCategories,
  record: PlaceRecord,
  line: number,
  options: ReadOptions,
): ImportRow {
  const codes = schema.getCategories(record);
  const slug = codes.map((code) => categories.get(schema.categories, code)).find((found) => found !== undefined);
  if (slug === null) return toRejectedRow(line, NO_BUSINESS);
  const fields = { ...BLANK_FIELDS };
  for (const [column, text] of Object.entries(schema.toFields(record))) {
    fields[column as keyof typeof fields] = normalizeText(text);
  }
  fields.category = slug ?? '';
  fields.category_raw = codes[0] ?? '';
  fields.lat = String(record.point?.lat ?? '');
  fields.lng = String(record.point?.lng ?? '');
  fields.id = normalizeText(schema.getId(record));
  fields.source = getSource(schema, options);
  fields.date = fields.date.slice(0, 7) || options.date || '';
  return { line, fields, rejection: null, fallbackCategory: options.category ?? '' };
}
