import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type ChildEnv, forkChild } from '#server/import/fork-child.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { areOsmPlacesPending, OSM_PLACES } from './osm-places.ts';

/** What the process says: how far it is, or how many listings it added. */
export type PlacesMessage = { percent: number } | { added: number | null };

const CHILD_MODULE = join(import.meta.dirname, 'osm-places.child.ts');
const CLOSE_TIMEOUT_MS = 2000;
const RESTART_DELAY_MS = 30_000;
const MAX_RESTARTS = 5;

/** Something that goes on beside the site. */
export interface BackgroundWork {
  /** Stops it; the next start continues it. */
  close(): Promise<void>;
}

/**
 * Adds the places of OpenStreetMap in a process of its own, if the directory is to have them. One that fails, such as on a machine so busy
 * that the database answers too late, is continued by another.
 */
export async function startOsmPlaces(
  env: ChildEnv,
  db: Kysely<DB>,
  { progress, restartDelayMs = RESTART_DELAY_MS }: { progress: (line: string) => void; restartDelayMs?: number },
): Promise<BackgroundWork> {
  if (!(await areOsmPlacesPending(db))) return { close: async () => {} };
  progress(`Adding ${OSM_PLACES.file} while the site serves: /admin has it among the imports`);
  const closing = new AbortController();
  const { signal } = closing;
  const ended = (async () => {
    for (let restarts = 0; !signal.aborted; restarts++) {
      const failure = await runChild(env, { progress, signal });
      if (failure === undefined || signal.aborted) return;
      const isLast = restarts === MAX_RESTARTS;
      progress(`${OSM_PLACES.file} ended with ${failure}; ${isLast ? 'the next start continues it' : 'trying again'}`);
      if (isLast) return;
      await delay(restartDelayMs, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async close() {
      closing.abort();
      await Promise.race([ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** @returns the exit code or signal of a process that failed */
async function runChild(
  env: ChildEnv,
  { progress, signal }: { progress: (line: string) => void; signal: AbortSignal },
): Promise<string | number | undefined> {
  const child = forkChild(CHILD_MODULE, env);
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  child.on('message', (message: PlacesMessage) => {
    if ('percent' in message) progress(`${OSM_PLACES.file}: ${message.percent} %`);
    else if (message.added !== null) progress(`${OSM_PLACES.file}: added ${message.added} businesses`);
  });
  return new Promise((resolve) => {
    child.once('close', (code, killedBy) => resolve(killedBy ?? (code || undefined)));
    child.once('error', ({ message }) => resolve(message));
  });
}
