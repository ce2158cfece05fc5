import { IMPORT_COLUMNS, type ImportColumn } from '#contract/imports/columns.ts';
import type { ExportedListing } from './exported-facts.ts';

/** The whole file is refused. The message is for the user, in one line or a few. Nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export const COLUMNS = IMPORT_COLUMNS;

export type Column = ImportColumn;

export const BLANK_FIELDS = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as Record<Column, string>;

/** The names of a file's columns by what they hold. '': no column, even if one has that name. */
export type ColumnMapping = Partial<Record<Column, string>>;

/** A note about a row: its kind for the summary, its text for the report. */
export interface RowNote {
  kind: string;
  text: string;
  /** Whether the row only writes the same in another way. */
  isOtherForm?: boolean;
  /** Whether the report has no line for it, because there may be millions. */
  isOnlyCounted?: boolean;
  /** Whether the point of a row outside of the region would be inside if it were swapped. */
  hasSwappedPoint?: boolean;
}

/** A record of the file: every known column, trimmed; '' where it is blank or the column is missing. */
export interface ImportRow {
  /** The line at which the record begins, from 1. In Parquet and GeoJSON the number of the row. */
  line: number;
  fields: Record<Column, string>;
  /** Why the record itself is no business to import; its fields may then be wrong. */
  rejection: RowNote | null;
  /** The slug of the category when the row names no known one; '' without. */
  fallbackCategory: string;
  /** The listing of a row of our own export, which is imported as it is. */
  exported?: ExportedListing;
  /** The slug of the category that a person chose for its kind. */
  kindCategory?: string;
}

/** How a file is read. */
export interface ReadOptions {
  /** Names of columns that differ from those of `data/README.md`. */
  mapping?: ColumnMapping;
  /** The source of rows that name no source. */
  source?: string;
  /** The date of the data of rows that have none: 'YYYY-MM'. */
  date?: string;
  /** The slug of the category of rows that name no known one. */
  category?: string;
  /** The least confidence of a place of Overture Maps, from 0 to 1. */
  minConfidence?: number;
  /** Whether somebody has said that the rows of a file are businesses, although it looks like one of people. */
  areBusinesses?: boolean;
  /** Whether latitude and longitude are swapped where a point is only then in the region. */
  swapPoints?: boolean;
  /** Called with how much is done, and how much there is: bytes read, or rows. */
  progress?: (bytes: number, total: number) => void;
  /** Called before the first row with what the file was taken for: 'CSV, Windows-1252, semicolons'. */
  onFormat?: (description: string) => void;
}
