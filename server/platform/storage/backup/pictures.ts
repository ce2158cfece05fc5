import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { Storage } from '#server/platform/storage/storage.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { decryptWith, encryptFor } from './encryption.ts';
import { type Manifest, picturesPart } from './manifest.ts';
import { readPart, type StoredPart, writePart } from './parts.ts';
import type { BackupStore } from './store.ts';

// All backups of one place share the pictures, which never change: each is stored once. The name has the checksum of what is stored.
export const PICTURES_FOLDER = 'pictures/';
const CONCURRENCY = 8;
const MEDIA_TYPE = 'image/webp';

/** The name of a picture's file, and under which it is stored. */
interface StoredPicture {
  name: string;
  stored: string;
}

/** The names of all files of pictures, in the snapshot of a transaction: of listings, messages and reviews, whose tables have the column `widths`. */
export async function listPictureNames(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I', table_name) as name from information_schema.columns
    where table_schema = 'public' and column_name = 'widths'`);
  const pictures = tables.map(({ name }) => `select name, widths from ${name}`).join(' union all ');
  const { rows } = await client.query<{ name: string }>(
    `select name || '-' || unnest(widths) || '.webp' as name from (${pictures}) as pictures order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Stores the pictures that are not stored yet.
 * @returns the lines of their list, and the names of those whose files are missing
 */
export async function storePictures(
  names: string[],
  { storage, store, recipient }: { storage: Storage; store: BackupStore; recipient: string | null },
): Promise<{ lines: string[]; missing: string[] }> {
  const folder = toFolder(recipient);
  const known = new Map((await store.list(folder)).flatMap((stored) => toEntry(stored)));
  const encrypt = recipient === null ? undefined : encryptFor(recipient);
  const lines: string[] = [];
  const missing: string[] = [];
  await forEach(names, async (name) => {
    const present = known.get(name);
    if (present) return void lines.push(present);
    const bytes = await storage.get(name);
    if (!bytes) return void missing.push(name);
    const content = encrypt ? Buffer.concat(await Readable.from(encrypt(Readable.from([bytes]))).toArray()) : bytes;
    const stored = `${folder}${name.slice(0, 2)}/${name}.${digest(content)}`;
    await store.write(stored, Readable.from([content]));
    lines.push(stored);
  });
  return { lines: lines.sort(), missing: missing.sort() };
}

/** @throws {DamagedBackup} when a picture is missing or damaged */
export async function checkPictures(lines: string[], store: BackupStore): Promise<void> {
  await forEach(lines, async (line) => void (await readPicture(toPicture(line), store)));
}

/** Puts the pictures where the site has them; those that are there stay. */
export async function restorePictures(
  lines: string[],
  { storage, store, identity }: { storage: Storage; store: BackupStore; identity: string | null },
): Promise<void> {
  const decrypt = identity === null ? undefined : decryptWith(identity);
  await forEach(lines, async (line) => {
    const picture = toPicture(line);
    if (await storage.get(picture.name)) return;
    const content = await readPicture(picture, store);
    const bytes = decrypt ? Buffer.concat(await Readable.from(decrypt(Readable.from([content]))).toArray()) : content;
    await storage.put(picture.name, bytes, MEDIA_TYPE);
  });
}

/** Stores the list of the pictures of a backup. It is not encrypted: the names are in the place anyway, and say which pictures stay. */
export const writeList = (store: BackupStore, id: string, lines: string[]): Promise<StoredPart> =>
  writePart(store, picturesPart(id), { content: Readable.from(lines.map((line) => `${line}\n`)), recipient: null });

/** @throws {DamagedBackup} when it is missing or damaged */
export async function readList(store: BackupStore, id: string, { pictures }: Manifest): Promise<string[]> {
  if (!pictures) return [];
  let list = '';
  await readPart(store, picturesPart(id), {
    expected: pictures.part,
    identity: null,
    into: async (content) => {
      list = await text(content);
    },
  });
  return list.split('\n').filter(Boolean);
}

async function readPicture({ stored }: StoredPicture, store: BackupStore): Promise<Buffer> {
  const stream = await store.read(stored).catch(() => {
    throw new DamagedBackup(`The picture ${stored} is missing.`);
  });
  const content = Buffer.concat(await stream.toArray());
  if (!stored.endsWith(`.${digest(content)}`)) throw new DamagedBackup(`The picture ${stored} is damaged.`);
  return content;
}

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Those that are encrypted for different keys are apart. */
const toFolder = (recipient: string | null) =>
  recipient === null ? `${PICTURES_FOLDER}plain/` : `${PICTURES_FOLDER}${recipient}/`;

const STORED_PATTERN = /^pictures\/[\da-z]+\/[\da-z]{2}\/([\da-z-]+\.webp)\.[\da-f]{64}$/;

function toEntry(stored: string): [string, string][] {
  const [, name] = STORED_PATTERN.exec(stored) ?? [];
  return name ? [[name, stored]] : [];
}

function toPicture(stored: string): StoredPicture {
  const [, name] = STORED_PATTERN.exec(stored) ?? [];
  if (!name) throw new DamagedBackup('The list of pictures is damaged.');
  return { name, stored };
}

/** Some at a time, because each waits for a disk or a bucket. */
async function forEach(items: string[], work: (item: string) => Promise<void>): Promise<void> {
  const iterator = items.values();
  const next = async () => {
    for (const item of iterator) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
}

/** The stored pictures that no list names. */
export async function findUnusedPictures(store: BackupStore, used: Set<string>): Promise<string[]> {
  return (await store.list(PICTURES_FOLDER)).filter((stored) => !used.has(stored));
}
