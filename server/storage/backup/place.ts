import { join, relative, resolve } from 'node:path';
import { StartupError } from '../../db/startup-error.ts';
import type { Env } from '../../env.ts';
import { openBucketStore } from './bucket-store.ts';
import { openFolderStore } from './folder-store.ts';
import type { BackupStore } from './store.ts';

/** The settings that select a place. */
type StoreEnv = Pick<
  Env,
  'BACKUP_ACCESS_KEY_ID' | 'BACKUP_SECRET_ACCESS_KEY' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

type PlaceEnv = Pick<Env, 'BACKUP_TO' | 'DATA_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET'> & StoreEnv;

/**
 * Opens the place of backups: the given one, or `BACKUP_TO`, or `DATA_DIR/backups`.
 * @throws {StartupError} when it is where the site stores something else, or cannot be opened
 */
export function openPlace(env: PlaceEnv, given?: string): BackupStore {
  const place = given ?? env.BACKUP_TO ?? join(env.DATA_DIR, 'backups');
  for (const used of listUsedPlaces(env))
    if (isWithin(place, used))
      throw new StartupError(`Backups cannot be in ${used}: the site stores something else there.`);
  try {
    return openBackupStore(place, env);
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
}

const listUsedPlaces = ({ DATA_DIR, S3_ENDPOINT, S3_BUCKET }: PlaceEnv) => [
  ...['pg', 'uploads', 'imports', 'outbox'].map((name) => join(DATA_DIR, name)),
  ...(S3_ENDPOINT ? [`${S3_ENDPOINT.replace(/\/+$/, '')}/${S3_BUCKET}/uploads`] : []),
];

function isWithin(place: string, folder: string): boolean {
  if (/^https?:/.test(folder)) return `${place}/`.startsWith(`${folder}/`);
  return !/^https?:/.test(place) && !relative(folder, resolve(place)).startsWith('..');
}

/**
 * Opens a folder, or the part of a bucket that an address `https://server/bucket/prefix` names.
 * @throws {Error} when an address has no bucket or no prefix, or there are no keys for it
 */
function openBackupStore(place: string, env: StoreEnv): BackupStore {
  if (!/^https?:/.test(place)) return openFolderStore(resolve(place));
  const url = new URL(place);
  const [bucket, ...prefix] = url.pathname.split('/').filter(Boolean);
  const accessKeyId = env.BACKUP_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID;
  const secretAccessKey = env.BACKUP_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY;
  if (!bucket || prefix.length === 0)
    throw new Error(`${place} must name a bucket and a folder in it: https://server/bucket/backups`);
  if (!accessKeyId || !secretAccessKey)
    throw new Error('BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY must be set for a backup in a bucket.');
  return openBucketStore({ endpoint: url.origin, bucket, accessKeyId, secretAccessKey }, prefix.join('/'));
}
