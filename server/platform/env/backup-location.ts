import { hideCredentials, resolveFolder } from './folder-path.ts';

/** Where backups go. */
export type BackupLocation =
  | { kind: 'folder'; path: string }
  | { kind: 'bucket'; endpoint: string; bucket: string; prefix: string };

const EXPECTED = 'must be a folder, or https://server/bucket/folder';

/**
 * What a value of `BACKUP_TO` or of an option means: a folder, or the part of a bucket that an address names.
 * @throws {Error} when it is neither
 */
export function locateBackups(value: string): BackupLocation {
  if (!/^https?:/i.test(value)) return { kind: 'folder', path: resolveFolder(value, EXPECTED) };
  const shown = hideCredentials(value);
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value)) throw new Error(`${EXPECTED}, not ${shown}`);
  const { origin, pathname, search, hash, username, password } = new URL(value);
  if (username || password || search || hash)
    throw new Error(`${EXPECTED}, without credentials or a query; keys are in BACKUP_ACCESS_KEY_ID`);
  const [bucket, ...prefix] = pathname.split('/').filter(Boolean);
  if (!bucket || prefix.length === 0)
    throw new Error(`must name a bucket and a folder in it: ${origin}/bucket/backups`);
  return { kind: 'bucket', endpoint: origin, bucket, prefix: prefix.join('/') };
}

/** The same text for the same place, however it was written. */
export const describeLocation = (location: BackupLocation): string =>
  location.kind === 'folder' ? location.path : `${location.endpoint}/${location.bucket}/${location.prefix}`;
