import { t } from '#contract/i18n/t.ts';
import { isInCounties } from '#server/places/city-outlines.ts';
import type { Point } from '#server/places/points.ts';
import { repairMojibake } from '#server/source-files/mojibake.ts';
import { normalizeText } from '#server/source-files/normalize-text.ts';
import { isSwapped, swapPoint } from '#server/source-files/point.ts';
import { BLANK_FIELDS, type ImportRow, type ReadOptions, type RowNote } from '#server/source-files/rows.ts';
import type { SourceCategories } from '#server/source-files/source-categories.ts';

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
  getName(record: PlaceRecord): string;
  /** Whether most of its records are no businesses: then those are only counted. */
  hasMostlyOthers?: boolean;
  /** Why a record is none to import, if it is not. */
  screen(record: PlaceRecord, options: ReadOptions): RowNote | null;
  /** The codes of its category, the most specific first. */
  getCategories(record: PlaceRecord): string[];
  toFields(record: PlaceRecord): Partial<ImportRow['fields']>;
}

const OUTSIDE: RowNote = { kind: 'outside', text: 'outside the eight counties', isOnlyCounted: true };
const SWAPPED: RowNote = { ...OUTSIDE, hasSwappedPoint: true };
const NO_BUSINESS: RowNote = {
  kind: 'no business',
  get text() {
    return t('of a kind that is no business');
  },
};
export const NO_NAME: RowNote = { kind: 'no name', text: 'without a name', isOnlyCounted: true };
export const CLOSED: RowNote = {
  kind: 'closed',
  get text() {
    return t('closed', null, 'business');
  },
};
export const PLANNED: RowNote = {
  kind: 'planned',
  get text() {
    return t('planned, not open yet');
  },
};

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
  const point = getPoint(record, options);
  if (point && !isInCounties(point)) return toRejectedRow(line, isSwapped(point) ? SWAPPED : OUTSIDE);
  const rejection = schema.screen(record, options);
  return rejection && toReportedRow(schema, record, line, rejection, options);
}

/** The point of a record; null where it has none, or 0, 0. */
function getPoint({ point }: PlaceRecord, { swapPoints }: ReadOptions): Point | null {
  if (!point || (point.lat === 0 && point.lng === 0)) return null;
  return swapPoints && isSwapped(point) ? swapPoint(point) : point;
}

/** A rejected row that the report names. */
function toReportedRow(
  schema: PlaceSchema,
  record: PlaceRecord,
  line: number,
  rejection: RowNote,
  options: ReadOptions,
): ImportRow {
  const row = toRejectedRow(line, rejection);
  const isClosed = rejection.kind === 'closed';
  if (rejection.isOnlyCounted && !isClosed) return row;
  const id = normalizeText(schema.getId(record));
  // Without a source it counts for no listing.
  const fields = { ...BLANK_FIELDS, id, source: isClosed ? getSource(schema, options) : '' };
  return nameRejected(schema, record, { ...row, fields });
}

/** A rejected row with its name, as far as its columns are read. One without a name is only counted. */
export function nameRejected(schema: PlaceSchema, record: PlaceRecord, row: ImportRow): ImportRow {
  if (!row.rejection || row.rejection.isOnlyCounted) return row;
  return { ...row, fields: { ...row.fields, name: normalizeText(repairMojibake(schema.getName(record))) } };
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
  if (slug === null) {
    const rejection = schema.hasMostlyOthers ? { ...NO_BUSINESS, isOnlyCounted: true } : NO_BUSINESS;
    return toReportedRow(schema, record, line, rejection, options);
  }
  const fields = { ...BLANK_FIELDS };
  for (const [column, text] of Object.entries(schema.toFields(record))) {
    fields[column as keyof typeof fields] = normalizeText(repairMojibake(text));
  }
  const point = getPoint(record, options);
  // Without a point its address says where it is.
  if (!point && !isOfRegion(fields)) return toRejectedRow(line, OUTSIDE);
  fields.category = slug ?? '';
  fields.category_raw = codes[0] ?? '';
  fields.lat = String(point?.lat ?? '');
  fields.lng = String(point?.lng ?? '');
  fields.id = normalizeText(schema.getId(record));
  fields.source = getSource(schema, options);
  fields.date = fields.date.slice(0, 7) || options.date || '';
  return { line, fields, rejection: null, fallbackCategory: options.category ?? '' };
}

/** Whether an address can be in the region: in California, or with one of its southern ZIP codes. */
const isOfRegion = ({ state, zip }: ImportRow['fields']) =>
  state ? /^ca(?:lif(?:ornia)?)?\.?$/i.test(state) : /^9[0-3]\d{3}/.test(zip);
