import { readRows } from '#server/source-files/read-rows.ts';
import type { ImportRow, ReadOptions } from '#server/source-files/rows.ts';
import { writeImportFile } from './import-file.ts';

/** Reads a file of this content: its rows, their fields, why rows are rejected, and what the file was taken for. */
export async function readImportRows(content: string | Buffer, options: ReadOptions = {}) {
  let format = '';
  const rows: ImportRow[] = [];
  const onFormat = (description: string) => {
    format = description;
  };
  for await (const row of readRows(writeImportFile(content), { ...options, onFormat })) rows.push(row);
  const rejections = rows.map(({ rejection }) => rejection?.kind ?? null);
  return { rows, format, rejections, fields: rows.map(({ fields }) => fields) };
}
