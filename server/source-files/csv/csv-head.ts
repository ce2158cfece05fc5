import { decodeStart } from '#server/source-files/encoding.ts';
import type { InputFile } from '#server/source-files/input-file.ts';
import { normalizeText } from '#server/source-files/normalize-text.ts';
import { findTable } from './table.ts';

/** The names of the columns, each different, and the first records. */
export interface CsvHead {
  header: string[];
  records: string[][];
}

const RECORDS = 20;

/** The header and first records of a CSV file, from its first bytes. Without a header both are empty. */
export function readCsvHead({ head }: Pick<InputFile, 'head'>): CsvHead {
  const { header, records } = findTable(decodeStart(head));
  return { header, records: records.slice(0, RECORDS).map(({ fields }) => fields.map(normalizeText)) };
}
