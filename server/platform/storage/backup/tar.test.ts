import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, it } from 'vitest';
import { type TarEntry, writeTar } from './tar.ts';

const folder = mkdtempSync(join(tmpdir(), 'tar-'));
afterAll(() => rmSync(folder, { recursive: true }));

const toEntries = async function* (files: Record<string, string>): AsyncGenerator<TarEntry> {
  for (const [name, text] of Object.entries(files))
    yield { name, bytes: Buffer.byteLength(text), content: Readable.from([Buffer.from(text)]) };
};

it('An archive has every file under its whole name, however long', async () => {
  const files = {
    'short.txt': 'poppy',
    'empty.txt': '',
    [`snapshots/${'s'.repeat(58)}/tables/public.${'t'.repeat(60)}.zst`]: 'x'.repeat(512),
    // As pictures are named.
    [`pictures/plain/02/${'a'.repeat(32)}-1600.webp.${'b'.repeat(64)}`]: 'y'.repeat(1000),
    [`pictures/plain/03/${'a'.repeat(32)}-1600.webp.${'c'.repeat(64)}`]: 'z',
  };
  const path = join(folder, 'a.tar');
  await pipeline(writeTar(toEntries(files), new Date()), createWriteStream(path));
  execFileSync('tar', ['-xf', path, '-C', folder]);
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
});

it('A file that has other bytes than it should is no part of an archive', async () => {
  const entries = async function* (): AsyncGenerator<TarEntry> {
    yield { name: 'a', bytes: 2, content: Readable.from([Buffer.from('abc')]) };
  };
  await expect(Readable.from(writeTar(entries(), new Date())).toArray()).rejects.toThrow('a has 3 bytes, not 2');
});
