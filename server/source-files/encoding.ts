import { isAscii, isUtf8 } from 'node:buffer';
import { t } from '#contract/i18n/t.ts';
import { type InputFile, readChunks } from './input-file.ts';
import { ImportError } from './rows.ts';

/** `mixed`: some lines are UTF-8, others Windows-1252. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'mixed';

// A line of CSV is shorter; a whole collection of features can be one line.
const MAX_LINE_BYTES = 1 << 20;

/**
 * The encoding of a text file: UTF-16 by its byte order mark; else each line is UTF-8 where that is valid, or Windows-1252. Reads the whole
 * file to say which.
 * @throws {ImportError} when it is no text, or ends within a character
 */
export async function detectEncoding(file: InputFile): Promise<Encoding> {
  const utf16 = findUtf16(file.head);
  if (utf16) return utf16;
  let [hasUtf8, hasWindows1252] = [false, false];
  let last: Buffer = Buffer.alloc(0);
  for await (const piece of readPieces(file)) {
    last = piece;
    if (piece.includes(0)) throw notText(file);
    if (isUtf8(piece)) {
      hasUtf8 ||= !isAscii(piece);
      continue;
    }
    for (const line of splitLines(piece)) {
      if (!isUtf8(line)) hasWindows1252 = true;
      else hasUtf8 ||= !isAscii(line);
    }
  }
  const incomplete = countIncompleteBytes(last);
  const isCutOff = incomplete > 0 && isUtf8(last.subarray(0, last.length - incomplete));
  // A single such byte after nothing but ASCII is an accented letter of Windows-1252 at the end.
  if (isCutOff && (hasUtf8 || incomplete > 1)) throw truncatedFile(file);
  if (!hasWindows1252) return 'utf-8';
  return hasUtf8 ? 'mixed' : 'windows-1252';
}

/** The text of the file, without a byte order mark. */
export async function* decodeText(
  file: InputFile,
  encoding: Encoding,
  progress: (bytes: number, total: number) => void,
): AsyncGenerator<string> {
  const decode = encoding === 'utf-16le' || encoding === 'utf-16be' ? decodeUtf16 : decodeLines;
  for await (const text of decode(file, encoding, (bytes) => progress(bytes, file.size))) {
    if (text.includes('\0')) throw notText(file);
    if (text) yield text;
  }
}

async function* decodeUtf16(file: InputFile, encoding: Encoding, progress: (bytes: number) => void) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw chunk
        ? new ImportError(
            t('{path} is not text in {encoding}.', { path: file.path, encoding: ENCODING_NAMES[encoding] }),
          )
        : truncatedFile(file);
    }
  };
  let bytes = 0;
  for await (const chunk of readChunks(file)) {
    const text = decode(chunk);
    bytes += chunk.length;
    progress(bytes);
    yield text;
  }
  yield decode();
}

async function* decodeLines(file: InputFile, _encoding: Encoding, progress: (bytes: number) => void) {
  let bytes = 0;
  for await (const piece of readPieces(file)) {
    const text = decodePiece(bytes === 0 ? withoutMark(piece) : piece);
    bytes += piece.length;
    progress(bytes);
    yield text;
  }
}

/** The text of the first bytes of a file, of which the last line may be cut off. */
export function decodeStart(head: Buffer): string {
  const utf16 = findUtf16(head);
  if (utf16) return new TextDecoder(utf16).decode(head);
  return decodePiece(withoutMark(head.subarray(0, head.length - countIncompleteBytes(head))));
}

const decodePiece = (piece: Buffer) =>
  isUtf8(piece)
    ? piece.toString()
    : splitLines(piece)
        .map((line) => (isUtf8(line) ? line.toString() : windows1252.decode(line)))
        .join('');

const windows1252 = new TextDecoder('windows-1252');

const withoutMark = (bytes: Buffer) => (bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? bytes.subarray(3) : bytes);

function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = head.subarray(0, 2).toString('hex');
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : null;
}

/** The bytes of the file in pieces of whole lines, or of whole characters where a line is very long. */
async function* readPieces(file: InputFile): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readChunks(file)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let end = Math.max(bytes.lastIndexOf(NEW_LINE), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1;
    if (end === 0 && bytes.length > MAX_LINE_BYTES) end = bytes.length - countIncompleteBytes(bytes);
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

const [NEW_LINE, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** The lines of some bytes, each with its line break. */
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== NEW_LINE && bytes[at] !== CARRIAGE_RETURN) continue;
    lines.push(bytes.subarray(from, at + 1));
    from = at + 1;
  }
  if (from < bytes.length) lines.push(bytes.subarray(from));
  return lines;
}

export const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  mixed: 'UTF-8 + Windows-1252',
};

const notText = ({ path }: InputFile) => new ImportError(t('{path} is not text: it holds NUL bytes.', { path }));
const truncatedFile = ({ path }: InputFile) =>
  new ImportError(t('{path} ends in the middle of a character: it was cut off.', { path }));

/** The number of bytes at the end that begin a character of UTF-8 and do not finish it. */
function countIncompleteBytes(bytes: Buffer) {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > length ? length : 0;
  }
  return 0;
}
