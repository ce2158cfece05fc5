import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { FINGERPRINT_BYTES, toFingerprint } from '#server/accounts/passwords/common-passwords.ts';

/*
 * Writes data/common-passwords.bin from lists of passwords, each a text file with one per line or a JSON array, the most
 * important list first: `node scripts/common-passwords.ts LIST…`. Which lists: data/README.md.
 */
const MAX_PASSWORDS = 100_000;
// A shorter entry would refuse every password that begins with it and goes on with digits.
const MIN_LENGTH = 4;

const passwords = new Set<string>();
for (const file of process.argv.slice(2)) {
  for (const password of readList(file)) {
    if (passwords.size < MAX_PASSWORDS && password.length >= MIN_LENGTH) passwords.add(password.toLowerCase());
  }
}
const fingerprints = [...new Set([...passwords].map((password) => toFingerprint(password)))].sort((a, b) => a - b);
const bytes = Buffer.alloc(fingerprints.length * FINGERPRINT_BYTES);
for (const [index, fingerprint] of fingerprints.entries())
  bytes.writeUIntBE(fingerprint, index * FINGERPRINT_BYTES, FINGERPRINT_BYTES);
writeFileSync(new URL('../data/common-passwords.bin', import.meta.url), bytes);
console.log(`${fingerprints.length} passwords, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`);

function readList(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return text.startsWith('[') ? JSON.parse(text) : text.split(/\r?\n/);
}
