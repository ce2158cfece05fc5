import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Env } from '#server/platform/env/env.ts';
import { openPlace } from '#server/platform/storage/backup/place.ts';
import type { BackupStore } from '#server/platform/storage/backup/store.ts';
import { makeDueExports } from './make.ts';

/** The exports that the program makes by itself, in the place of backups. */
export interface ScheduledExports {
  isPlaceSet: boolean;
  isEncrypted: boolean;
  /** Opens the place of the files; close it. @throws {StartupError} when it cannot be opened */
  openStore(): BackupStore;
  /** To be called once an hour. Does not wait for the files. */
  startIfDue(): Promise<void>;
  /** Ends what is being made, which is tried again later. */
  close(): Promise<void>;
}

/** See docs/decisions/0092-backups-are-our-own.md. */
export function createScheduledExports(
  env: Parameters<typeof openPlace>[0] & Pick<Env, 'BACKUP_RECIPIENT'>,
  { db, log }: { db: Kysely<DB>; log: FastifyBaseLogger },
): ScheduledExports {
  const recipient = env.BACKUP_RECIPIENT ?? null;
  const stop = new AbortController();
  let running: Promise<void> | undefined;

  async function makeDue() {
    const store = openPlace(env);
    try {
      await makeDueExports({ db, store, recipient, log, signal: stop.signal });
    } finally {
      await store.close();
    }
  }

  return {
    isPlaceSet: env.BACKUP_TO !== undefined,
    isEncrypted: recipient !== null,
    openStore: () => openPlace(env),
    async startIfDue() {
      running ??= makeDue()
        .catch((err) => log.error({ err }, 'scheduled exports were not made'))
        .finally(() => {
          running = undefined;
        });
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
