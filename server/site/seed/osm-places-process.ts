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

/** Something that goes on beside the site. */
export interface BackgroundWork {
  /** Stops it; the next start continues it. */
  close(): Promise<void>;
}

/** Adds the places of OpenStreetMap in a process of its own, if the directory is to have them. */
export async function startOsmPlaces(
  env: ChildEnv,
  db: Kysely<DB>,
  { progress }: { progress: (line: string) => void },
): Promise<BackgroundWork> {
  if (!(await areOsmPlacesPending(db))) return { close: async () => {} };
  progress(`Adding ${OSM_PLACES.file} while the site serves: /admin has it among the imports`);
  const child = forkChild(CHILD_MODULE, env);
  let isClosing = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      if (!isClosing && code !== 0)
        progress(`${OSM_PLACES.file} ended with ${signal ?? code}; the next start continues it`);
      resolve();
    });
    child.once('error', () => resolve());
  });
  child.on('message', (message: PlacesMessage) => {
    if ('percent' in message) progress(`${OSM_PLACES.file}: ${message.percent} %`);
    else if (message.added !== null) progress(`${OSM_PLACES.file}: added ${message.added} businesses`);
  });
  return {
    async close() {
      isClosing = true;
      child.kill('SIGTERM');
      await Promise.race([ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
