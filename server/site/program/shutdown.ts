import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '#server/platform/http/api.ts';
import type { Parts } from '#server/site/parts.ts';

const SHUTDOWN_TIMEOUT_MS = 3000;

/** Lets what was begun finish when the server closes, then closes the connections to other services. */
export function closeWithServer(http: Api, parts: Parts, reconciled: Promise<void>) {
  const { platform, places, accounts, content, importing, admin } = parts;
  const { clock, examination, jobs, mapTiles, operatorSettings, responses } = platform;
  const { scheduledBackup, shutdown, storage, transport } = platform;
  // Requests that wait for Stripe longer than this are answered with a request to try again.
  http.addHook('preClose', async () => {
    setTimeout(() => shutdown.abort(), SHUTDOWN_TIMEOUT_MS).unref();
  });
  http.addHook('onClose', async () => {
    clock.close();
    places.counts.close();
    content.notices.close();
    operatorSettings.close();
    scheduledBackup.close();
    examination.close();
    shutdown.abort();
    await Promise.all([
      flushCounts(parts),
      importing.uploads.processes.close(),
      importing.openData.processes.close(),
      jobs.close(),
      admin.scheduledExports.close(),
      admin.archives.close(),
      accounts.mailer.drain(),
      content.texts.close(),
      ...responses.purges.map((queue) => queue.close()),
      Promise.race([reconciled, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]),
    ]);
    await transport.close();
    await storage.close();
    await mapTiles.served?.archive.close();
  });
}

/** Writes the events and searches that are buffered. */
export async function flushCounts({ analytics: { events }, search }: Parts): Promise<void> {
  const { emptyHelpSearches, emptySearches, foundSearches } = search;
  await Promise.all([events.flush(), emptySearches.flush(), foundSearches.flush(), emptyHelpSearches.flush()]);
}
