import { join, relative } from 'node:path';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { type BackupLocation, describeLocation, locateBackups } from '#server/platform/env/backup-location.ts';
import type { Env } from '#server/platform/env/env.ts';
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
 * @param given what the user wrote, after `option`
 * @throws {StartupError} when it is no place, or where the site stores something else, or cannot be opened
 */
export function openPlace(env: PlaceEnv, given?: string, option = '--to'): BackupStore {
  const location = locate(given ?? env.BACKUP_TO ?? join(env.DATA_DIR, 'backups'), given ? option : 'BACKUP_TO');
  const place = describeLocation(location);
  for (const used of listUsedPlaces(env))
    if (isWithin(place, used))
      throw new StartupError(`Backups cannot be in ${used}: the site stores something else there.`);
  return openBackupStore(location, env);
}

function locate(place: string, name: string): BackupLocation {
  try {
    return locateBackups(place);
  } catch (error) {
    throw new StartupError(`${name}: ${(error as Error).message}`);
  }
}

const listUsedPlaces = ({ DATA_DIR, S3_ENDPOINT, S3_BUCKET }: PlaceEnv) => [
  ...['pg', 'uploads', 'imports', 'outbox'].map((name) => join(DATA_DIR, name)),
  ...(S3_ENDPOINT ? [`${S3_ENDPOINT.replace(/\/+$/, '')}/${S3_BUCKET}/uploads`] : []),
];

function isWithin(place: string, folder: string): boolean {
  if (/^https?:/.test(folder)) return `${place}/`.startsWith(`${folder}/`);
  return !/^https?:/.test(place) && !relative(folder, place).startsWith('..');
}

/** @throws {StartupError} when there are no keys for a bucket */
function openBackupStore(location: BackupLocation, env: StoreEnv): BackupStore {
  if (location.kind === 'folder') return openFolderStore(location.path);
  const accessKeyId = env.BACKUP_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID;
  const secretAccessKey = env.BACKUP_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey)
    throw new StartupError('BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY must be set for a backup in a bucket.');
  const { endpoint, bucket, prefix } = location;
  return openBucketStore({ endpoint, bucket, accessKeyId, secretAccessKey }, prefix);
}
