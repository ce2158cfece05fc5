import { ImportError, type ImportRow, type ReadOptions } from '../rows.ts';
import { readCsv } from './csv.ts';
import { type InputFile, openInputFile } from './input-file.ts';

/**
 * Reads a file of businesses row by row, in bounded memory. Its format is recognized by its content.
 * @throws {ImportError} when there is no such file, or it is in no known format, or columns are missing
 */
export async function* readRows(path: string, options: ReadOptions = {}): AsyncGenerator<ImportRow> {
  const file = await openInputFile(path);
  try {
    yield* readFormat(file, options);
  } finally {
    await file.handle.close();
  }
}

function readFormat(file: InputFile, options: ReadOptions): AsyncGenerator<ImportRow> {
  const magic = file.head.toString('latin1', 0, 4);
  if (magic === 'PK\x03\x04') {
    throw new ImportError(`${file.path} is a spreadsheet or a ZIP archive. Save it as CSV, or unpack it.`);
  }
  if (magic.startsWith('\x1f\x8b')) throw new ImportError(`${file.path} is compressed. Unpack it with gunzip.`);
  return readCsv(file, options);
}
