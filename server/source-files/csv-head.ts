import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { findDelimiter, PARSE_OPTIONS } from './csv.ts';
import { countIncompleteBytes } from './encoding.ts';
import type { InputFile } from './input-file.ts';
import { normalizeText } from './normalize-text.ts';

/** The names of the columns, trimmed, and the first records. */
export interface CsvHead {
  header: string[];
  records: string[][];
}

const RECORDS = 20;

/** The header and first records of a CSV file, from its first bytes. Without a header both are empty. */
export function readCsvHead({ head }: Pick<InputFile, 'head'>): CsvHead {
  const text = decode(head);
  const delimiter = findDelimiter(text);
  // The record that is cut off at the end of the bytes may be broken.
  for (const to of [RECORDS + 1, 1]) {
    try {
      const [header = [], ...records] = parse(text, { ...PARSE_OPTIONS, delimiter, to });
      return { header: header.map((name) => name.trim()), records: records.map((record) => record.map(normalizeText)) };
    } catch {
      // The header alone is tried next.
    }
  }
  return { header: [], records: [] };
}

function decode(head: Buffer): string {
  const mark = head.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(head);
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(head);
  const complete = head.subarray(0, head.length - countIncompleteBytes(head));
  return new TextDecoder(isUtf8(complete) ? 'utf-8' : 'windows-1252').decode(complete);
}
