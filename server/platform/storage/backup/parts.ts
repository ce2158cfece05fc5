import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { DamagedBackup } from './damaged-backup.ts';
import { decryptWith, encryptFor, type Step } from './encryption.ts';
import type { BackupStore } from './store.ts';

/** A stored file of a backup. */
export interface StoredPart {
  bytes: number;
  /** SHA-256 of the stored bytes. */
  sha256: string;
}

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/**
 * Compresses, encrypts and stores a part.
 * @param recipient null: not encrypted
 */
export async function writePart(
  store: BackupStore,
  name: string,
  { content, recipient }: { content: Readable; recipient: string | null },
): Promise<StoredPart> {
  const hash = createHash('sha256');
  const stored = { bytes: 0, sha256: '' };
  let fault: Error | undefined;
  const write = (chunks: AsyncIterable<Buffer>) =>
    store.write(name, measure(chunks, hash, stored)).catch((error) => {
      fault = error;
    });
  const compressed = createZstdCompress(COMPRESSION);
  const piped =
    recipient === null
      ? pipeline(content, compressed, write)
      : pipeline(content, compressed, encryptFor(recipient), write);
  // That of the store comes first: when it stops reading, the pipeline is aborted, which would hide why.
  await piped.catch((error) => {
    fault = fault && fault.name !== 'AbortError' ? fault : error;
  });
  if (fault) throw fault;
  return { ...stored, sha256: hash.digest('hex') };
}

async function* measure(chunks: AsyncIterable<Buffer>, hash: Hash, stored: { bytes: number }) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    stored.bytes += chunk.length;
    yield chunk;
  }
}

/** What reads a part: a stream, or a function of its chunks. */
export type Sink = NodeJS.WritableStream | ((content: AsyncIterable<Buffer>) => Promise<void>);

interface ReadOptions {
  expected: StoredPart;
  /** The key that decrypts; null for a backup that is not encrypted. */
  identity: string | null;
}

/**
 * Reads a part as it was before it was compressed and encrypted.
 * @throws {DamagedBackup} at its end at the latest
 */
export async function readPart(
  store: BackupStore,
  name: string,
  { expected, identity, into }: ReadOptions & { into: Sink },
): Promise<void> {
  const stored = await openStored(store, name);
  const checked = check(name, expected);
  const decompressed = createZstdDecompress();
  const read =
    identity === null
      ? pipeline(stored, checked, decompressed, into)
      : pipeline(stored, checked, decryptWith(identity), decompressed, into);
  await read.catch((error: NodeJS.ErrnoException) => {
    // Before the end of the part, where its checksum is compared.
    if (error.code?.startsWith('ZSTD_')) throw new DamagedBackup(`${name} is damaged: ${error.message}.`);
    throw error;
  });
}

const openStored = (store: BackupStore, name: string) =>
  store.read(name).catch((error) => {
    throw new DamagedBackup(`${name} cannot be read: ${error.message}`);
  });

/** Compares the checksum of what is stored, for which no key is needed. */
export async function verifyPart(store: BackupStore, name: string, expected: StoredPart): Promise<void> {
  for await (const _chunk of check(name, expected)(await openStored(store, name)));
}

/** Reads all of a part. */
export const checkPart = (store: BackupStore, name: string, options: ReadOptions): Promise<void> =>
  readPart(store, name, {
    ...options,
    into: async (content) => {
      for await (const _chunk of content);
    },
  });

const check = (name: string, expected: StoredPart): Step =>
  async function* (chunks) {
    const hash = createHash('sha256');
    const found = { bytes: 0 };
    yield* measure(chunks, hash, found);
    if (found.bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
      throw new DamagedBackup(`${name} is damaged: it has another checksum than when it was written.`);
  };
