import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { previewFile } from './preview.ts';
import { markStopped, RESTARTED, runUpload } from './run-upload.ts';
import type { UploadReply, UploadTask } from './upload-process.ts';

// The process that reads an uploaded file (docs/decisions/0082-imports-of-the-page-run-in-a-child-process.md). It gets one task as a message.

// For a batch, after which a canceled run ends by itself.
const CANCEL_TIMEOUT_MS = 3000;

process.once('message', async (task: UploadTask) => {
  const opening = openDatabase(readEnv(), { isBackground: 'run' in task });
  const stop = async (message: string | null) => {
    const { db } = await opening;
    // A run that cannot be marked counts as ended after 30 seconds without a sign of life.
    if ('run' in task) await markStopped(db, task.run.uploadId, message).catch(() => {});
    process.exit();
  };
  // The server is being stopped, or has ended without a word.
  const onServerEnd = () => void stop(RESTARTED);
  process.once('SIGTERM', onServerEnd);
  process.once('disconnect', onServerEnd);
  const { db, close } = await opening;
  const onCanceled = () => setTimeout(() => void stop(null), CANCEL_TIMEOUT_MS).unref();
  const reply = await perform(task).catch((error: Error) => ({ error: error.stack ?? error.message }));
  process.off('disconnect', onServerEnd);
  process.send?.(reply satisfies UploadReply, () => process.disconnect());
  await close();

  async function perform(asked: UploadTask): Promise<UploadReply> {
    return inLanguage(asked.language, async () => {
      if ('preview' in asked) return { result: await previewFile(db, asked.preview) };
      await runUpload({ db, folder: asked.folder }, asked.run, { onCanceled });
      return { result: null };
    });
  }
});
