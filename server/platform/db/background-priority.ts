import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

// Of 19: a twentieth of the share of others.
const BACKGROUND_PRIORITY = 13;
const PRIORITY_ATTEMPTS = 5;

/**
 * Lets a process of PostgreSQL give way to those of other programs.
 * Linux shares CPUs among sessions first, and each process of PostgreSQL is one: its session gets the priority, too (sched(7), autogroup).
 * @param client of a server on this machine
 */
export async function lowerPriority({ processID }: pg.PoolClient & { processID?: number }) {
  if (!processID) return;
  try {
    setPriority(processID, BACKGROUND_PRIORITY);
  } catch {
    // It has ended already, or belongs to another user.
  }
  // Without privileges, Linux accepts one change in a tenth of a second. Other systems have no such file.
  for (let attempt = 0; attempt < PRIORITY_ATTEMPTS; attempt++) {
    const failure = await writeFile(`/proc/${processID}/autogroup`, String(BACKGROUND_PRIORITY), { flag: 'r+' }).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (failure?.code !== 'EAGAIN') return;
    await delay(150, undefined, { ref: false });
  }
}
