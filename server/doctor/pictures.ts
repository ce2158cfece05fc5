import { randomBytes } from 'node:crypto';
import type { Finding } from '#contract/admin/admin.ts';
import { openStorage } from '../storage/open.ts';
import type { StorageEnv } from '../storage/storage.ts';
import { findingsOf } from './finding.ts';

/** The bucket or folder of pictures: writes, reads and deletes a file. */
export async function checkPictures(env: StorageEnv): Promise<Finding[]> {
  const { ok, error } = findingsOf(env.S3_BUCKET === undefined ? 'Pictures' : 'Bucket');
  const where = env.S3_BUCKET === undefined ? 'DATA_DIR/uploads' : `The bucket ${env.S3_BUCKET}`;
  const name = `doctor-${randomBytes(8).toString('hex')}.txt`;
  const content = randomBytes(100);
  const storage = openStorage(env);
  let step = 'write';
  let isLeft = false;
  try {
    await storage.put(name, content, 'text/plain');
    isLeft = true;
    step = 'read';
    if (!(await storage.get(name))?.equals(content))
      return [error(`${where} returns something else than was written.`)];
    step = 'delete';
    await storage.remove([name]);
    isLeft = false;
    if ((await storage.get(name)) !== null) return [error(`${where} still has a file that was deleted.`)];
    return [ok(`${where} takes, returns and deletes files.`)];
  } catch (fault) {
    const { cause, message } = fault as Error & { cause?: { name?: string; message?: string } };
    const reason = cause?.message || cause?.name || message;
    return [error(`${where} does not ${step} a file (${reason}). ${getMend(env)}`)];
  } finally {
    if (isLeft) await storage.remove([name]).catch(() => {});
    await storage.close();
  }
}

const getMend = ({ S3_BUCKET }: StorageEnv) =>
  S3_BUCKET === undefined
    ? 'Give the folder to the user of the program.'
    : 'Correct the S3_… variables, or let the key put, get and delete objects.';
