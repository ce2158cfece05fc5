import { RESTARTED } from '#server/import/uploads/run-upload.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { createHttpClient } from '#server/platform/outbound/http-client.ts';
import type { DownloadTask } from './download-process.ts';
import { markDownloadEnded, runDownload } from './downloads.ts';

// The process that downloads a source (docs/decisions/0152-open-data-by-one-command.md). It gets its task as a message.

process.once('message', async ({ name, folder, list, proxies, language }: DownloadTask) => {
  const opening = openDatabase(readEnv(), { isBackground: true });
  // The server is being stopped, or has ended without a word. What has come stays.
  const stop = async () => {
    const { db } = await opening;
    await markDownloadEnded(db, name, RESTARTED).catch(() => {});
    process.exit();
  };
  process.once('SIGTERM', () => void stop());
  const onDisconnect = () => void stop();
  process.once('disconnect', onDisconnect);
  const { db, close } = await opening;
  const http = createHttpClient(proxies ? { proxies } : {});
  try {
    await inLanguage(language, () => runDownload({ db, folder, http, list }, name));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  process.off('disconnect', onDisconnect);
  await http.close();
  await close();
  process.disconnect();
});
