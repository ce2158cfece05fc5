import { isAscii, isUtf8 } from 'node:buffer';
import { t } from '#contract/i18n/t.ts';
import { type InputFile, readChunks } from './input-file.ts';
import { ImportError } from './rows.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a text file: UTF-16 by its byte order mark, UTF-8 when all of it is valid, else Windows-1252. Reads the whole file,
 * because one letter decides, and the first rows are written before the last ones are read.
 * @throws {ImportError} when it is no text, or ends within a character
 */
export async function detectEncoding(file: InputFile): Promise<Encoding> {
  const mark = file.head.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  let rest: Buffer = Buffer.alloc(0);
  let isValid = true;
  let hasOnlyAscii = true;
  for await (const chunk of readChunks(file)) {
    if (chunk.includes(0)) throw new ImportError(t('{path} is not text: it holds NUL bytes.', { path: file.path }));
    if (!isValid) continue;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const complete = bytes.length - countIncompleteBytes(bytes);
    isValid = isUtf8(bytes.subarray(0, complete));
    hasOnlyAscii &&= isAscii(bytes.subarray(0, complete));
    rest = Buffer.from(bytes.subarray(complete));
  }
  // A single such byte after nothing but ASCII is an accented letter of Windows-1252 at the end.
  if (isValid && rest.length > 0 && !(hasOnlyAscii && rest.length === 1)) {
    throw new ImportError(t('{path} ends in the middle of a character: it was cut off.', { path: file.path }));
  }
  return isValid && rest.length === 0 ? 'utf-8' : 'windows-1252';
}

/** The text of the file, without a byte order mark. */
export async function* decodeText(
  file: InputFile,
  encoding: Encoding,
  progress: (bytes: number, total: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let bytes = 0;
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ImportError(
        chunk
          ? t('{path} is not text in {encoding}.', { path: file.path, encoding: ENCODING_NAMES[encoding] })
          : t('{path} ends in the middle of a character: it was cut off.', { path: file.path }),
      );
    }
  };
  for await (const chunk of readChunks(file)) {
    const text = decode(chunk);
    if (text.includes('\0')) throw new ImportError(t('{path} is not text: it holds NUL bytes.', { path: file.path }));
    if (text) yield text;
    bytes += chunk.length;
    progress(bytes, file.size);
  }
  const end = decode();
  if (end) yield end;
}

export const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** The number of bytes at the end that begin a character of UTF-8 and do not finish it. */
export function countIncompleteBytes(bytes: Buffer) {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > length ? length : 0;
  }
  return 0;
}
