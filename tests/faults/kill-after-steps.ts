import { writeSync } from 'node:fs';
import pg from 'pg';

let stepsLeft = Number.POSITIVE_INFINITY;

/** Prints a line at once, so that it is read even if this process is killed next. */
export const print = (line: string) => writeSync(1, `${line}\n`);

/** Kills this process before its n-th statement to the database or request to another server. */
export function killAfterSteps(steps: number) {
  stepsLeft = steps;
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads it eight times.
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    countStep(String(args[0]?.text ?? args[0]));
    return query.apply(this, args);
  } as never;
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    countStep(`${init?.method} ${url}`);
    const response = await originalFetch(url, init);
    countStep(`answered: ${init?.method} ${url}`);
    return response;
  };
}

export function stopKilling() {
  stepsLeft = Number.POSITIVE_INFINITY;
}

function countStep(what: string) {
  stepsLeft -= 1;
  if (stepsLeft > 0) return;
  print(`killed before ${what.replace(/\s+/g, ' ').slice(0, 100)}`);
  process.kill(process.pid, 'SIGKILL');
}

/** A pseudorandom number generator with a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
