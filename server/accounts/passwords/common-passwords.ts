import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The bytes of a fingerprint in `data/common-passwords.bin`. */
export const FINGERPRINT_BYTES = 5;

const FILE = new URL('../../../data/common-passwords.bin', import.meta.url);
const MIN_STEM_LENGTH = 4;
const MIN_DIGITS = 12;
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let fingerprints: Buffer | undefined;

/**
 * Whether a password is among those that are guessed first: one of the 100,000 in `data/common-passwords.bin`, also in
 * capitals, with digits or signs around it ('Dragon2024!') or as replacements of letters ('p4ssw0rd'); fewer than twelve
 * digits alone, such as a date or telephone number; or at most two different characters.
 *
 * The file holds fingerprints of 40 bits, so that of three million other passwords about one is taken for a common one.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size <= 2 || (/^\d+$/.test(text) && text.length < MIN_DIGITS)) return true;
  const stem = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const candidates = [text, replaceLookalikes(text)];
  if (stem.length >= MIN_STEM_LENGTH) candidates.push(stem, replaceLookalikes(stem));
  return candidates.some((candidate) => isListed(toFingerprint(candidate)));
}

/** The first 40 bits of the SHA-256 of a password in lower case. */
export function toFingerprint(password: string): number {
  return createHash('sha256').update(password).digest().readUIntBE(0, FINGERPRINT_BYTES);
}

const replaceLookalikes = (text: string) => text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] as string);

/** Binary search in the sorted file, which is read at the first use. */
function isListed(fingerprint: number): boolean {
  fingerprints ??= readFileSync(FILE);
  let [low, high] = [0, fingerprints.length / FINGERPRINT_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = fingerprints.readUIntBE(middle * FINGERPRINT_BYTES, FINGERPRINT_BYTES);
    if (found === fingerprint) return true;
    if (found < fingerprint) low = middle + 1;
    else high = middle;
  }
  return false;
}
