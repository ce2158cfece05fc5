import { isUtf8 } from 'node:buffer';

/**
 * Text of UTF-8 that was once read as Windows-1252, as it was written: 'CafÃ©' is 'Café'. Other text stays as it is.
 */
export function repairMojibake(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  const codes = Array.from(text, (character) => BYTES.get(character) ?? character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return text;
  const bytes = Buffer.from(codes);
  return isUtf8(bytes) ? bytes.toString() : text;
}

/** What the first two bytes of most letters and quotation marks become. */
const SUSPICIOUS = /[\u00c2-\u00c5\u00e2][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;

/** The characters of Windows-1252 by their bytes, where those are others than in Unicode. */
const BYTES = new Map(
  Array.from({ length: 32 }, (_, n) => [new TextDecoder('windows-1252').decode(Buffer.from([0x80 + n])), 0x80 + n]),
);
