import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from '#contract/zod.ts';
import { DamagedBackup } from './damaged-backup.ts';
import type { BackupStore } from './store.ts';

const FORMAT = 'socal-local-backup';
const VERSION = 1;

const sha256 = z.string().regex(/^[\da-f]{64}$/);
// Names become parts of SQL statements.
const tableName = z.string().regex(/^[a-z_\d]+\.[a-z_\d]+$/);

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** Whose key decrypts it; null: it is not encrypted. */
  recipient: z.string().nullable(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: tableName,
      columns: z.array(z.string()),
      rows: z.number().int().nonnegative(),
      sha256,
      part: z.object({ bytes: z.number().int(), sha256 }),
    }),
  ),
  sequences: z.array(z.object({ name: tableName, value: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  /** The list of pictures, which is not encrypted; null: a backup of the database alone. */
  pictures: z.object({ count: z.number().int(), part: z.object({ bytes: z.number().int(), sha256 }) }).nullable(),
});

/** What a backup consists of. It is written last: a backup without it is not complete. */
export type Manifest = Omit<z.infer<typeof manifestSchema>, 'format' | 'version'>;

const checksum = (text: string) => createHash('sha256').update(text).digest('hex');

export async function writeManifest(store: BackupStore, id: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, version: VERSION, ...manifest }, null, 1);
  await store.write(manifestName(id), Readable.from([Buffer.from(`${text}\n${checksum(text)}\n`)]));
}

/** @throws {DamagedBackup} when it is incomplete, changed, or none of ours */
export async function readManifest(store: BackupStore, id: string): Promise<Manifest> {
  const stream = await store.read(manifestName(id)).catch(() => {
    throw new DamagedBackup(`There is no complete backup ${id} in ${store.description}.`);
  });
  const text = Buffer.concat(await stream.toArray()).toString();
  const [, content = '', sum] = /^([\s\S]*)\n([\da-f]{64})\n$/.exec(text) ?? [];
  if (checksum(content) !== sum) throw new DamagedBackup(`The list of contents of backup ${id} is damaged.`);
  const parsed = manifestSchema.safeParse(JSON.parse(content));
  if (!parsed.success) throw new DamagedBackup(`${id} is a backup of another program, or of a newer release.`);
  const { format: _format, version: _version, ...manifest } = parsed.data;
  return manifest;
}

/** The names of complete backups, oldest first. */
export async function listBackups(store: BackupStore): Promise<string[]> {
  const names = await store.list(SNAPSHOTS);
  return names.flatMap((name) => MANIFEST_PATTERN.exec(name)?.[1] ?? []).sort();
}

/** The names of backups that were not completed, or whose manifest was deleted, oldest first. */
export async function listIncomplete(store: BackupStore): Promise<string[]> {
  const names = await store.list(SNAPSHOTS);
  const complete = new Set(names.flatMap((name) => MANIFEST_PATTERN.exec(name)?.[1] ?? []));
  const all = new Set(names.map((name) => name.slice(SNAPSHOTS.length).split('/')[0] as string));
  return [...all].filter((id) => !complete.has(id)).sort();
}

/** A backup in one line: its name, the size of its rows as they are stored, its pictures, and whether it is encrypted. */
export async function describeBackup(store: BackupStore, id: string): Promise<string> {
  try {
    const { tables, pictures, recipient } = await readManifest(store, id);
    const megabytes = tables.reduce((bytes, { part }) => bytes + part.bytes, 0) / 1e6;
    const files = pictures ? `files of pictures: ${pictures.count.toLocaleString('en-US')}` : 'without pictures';
    return `${id}  rows: ${megabytes.toFixed(1)} MB, ${files}${recipient ? ', encrypted' : ''}`;
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    return `${id}  cannot be restored: ${error.message}`;
  }
}

const SNAPSHOTS = 'snapshots/';
// Backups of former releases have no random part.
const MANIFEST_PATTERN = /^snapshots\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?:-[\da-f]{32})?)\/manifest\.json$/;

/** The time, by which backups are sorted, and a part that nobody can guess, should the place be open to others. */
export const createBackupId = (at: Date) =>
  `${at.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(16).toString('hex')}`;
export const toPrefix = (id: string) => `${SNAPSHOTS}${id}/`;
export const manifestName = (id: string) => `${toPrefix(id)}manifest.json`;
export const tablePart = (id: string, table: string) => `${toPrefix(id)}tables/${table}.zst`;
export const picturesPart = (id: string) => `${toPrefix(id)}pictures.zst`;
