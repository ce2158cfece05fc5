import { randomBytes } from 'node:crypto';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import type { StorageEnv } from '#server/platform/storage/storage.ts';
import { createFindings } from './finding.ts';

/** The bucket or folder of pictures: writes, reads and deletes a file. */
export async function checkPictures(env: StorageEnv): Promise<Finding[]> {
  const { ok, error } = createFindings(() => (env.S3_BUCKET === undefined ? t('Pictures') : t('Bucket')));
  const where = env.S3_BUCKET === undefined ? 'DATA_DIR/uploads' : t('The bucket {name}', { name: env.S3_BUCKET });
  const name = `doctor-${randomBytes(16).toString('hex')}.txt`;
  const content = randomBytes(100);
  const storage = openStorage(env);
  let step = 'write';
  let isLeft = false;
  try {
    await storage.put(name, content, 'text/plain');
    isLeft = true;
    step = 'read';
    if (!(await storage.get(name))?.equals(content))
      return [error(t('{where} returns something else than was written.', { where }))];
    step = 'delete';
    await storage.remove([name]);
    isLeft = false;
    if ((await storage.get(name)) !== null) return [error(t('{where} still has a file that was deleted.', { where }))];
    return [ok(t('{where} takes, returns and deletes files.', { where }))];
  } catch (fault) {
    const { cause, message } = fault as Error & { cause?: { name?: string; message?: string } };
    const reason = cause?.message || cause?.name || message;
    return [
      error(
        env.S3_BUCKET === undefined
          ? t(
              '{where} does not {step, select, write {write} read {read} other {delete}} a file ({reason}). Give the folder to the user of the program.',
              { where, step, reason },
            )
          : t(
              '{where} does not {step, select, write {write} read {read} other {delete}} a file ({reason}). Correct the S3_… variables, or let the key put, get and delete objects.',
              { where, step, reason },
            ),
      ),
    ];
  } finally {
    // The finding reports the failure before this one.
    if (isLeft) await storage.remove([name]).catch(() => {});
    await storage.close();
  }
}
