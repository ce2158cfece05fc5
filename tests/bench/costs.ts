import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { preparePosting } from '#tests/bench/large/postings.ts';
import { readPostgresSeconds, readProcessSeconds } from '#tests/bench/large/processes.ts';
import { median, type Print } from './load.ts';
import { type RunningProgram, startProgram } from './program.ts';
import { listPublicPages } from './public-pages.ts';

const ROUNDS = 3;
const PAGES_PER_ROUND = 300;
const POSTINGS = 100;
// Emails, counts and the search index follow within it.
const SETTLING_MS = 3000;
// The program begins with some work on the data that was loaded.
const IDLE_CHECK_MS = 5000;
const MAX_IDLE_SECONDS = 0.05;

/**
 * The CPU time of all processes for a page that is rendered, which other load on the machine hardly changes, unlike pages a second:
 * one request at a time, answers of the API in memory.
 */
export async function benchCosts(db: Kysely<DB>, say: Print) {
  const pages = await listPublicPages(db);
  const program = await startProgram({ PAGE_CACHE_MB: '0', WORKERS: '1' });
  const get = createClient(program.origin);
  await waitUntilIdle(program);
  say('\nCPU time of a rendered page, one at a time, in gzip; ms (bar for the first request after the start: 50 ms)');
  say('  page       server  PostgreSQL  together  first  kB of HTML  in gzip');
  for (const [page, paths] of Object.entries(pages)) {
    let position = 0;
    const next = () => get(paths[position++ % paths.length] as string);
    const begun = performance.now();
    const { bytes, decoded } = await next();
    const first = performance.now() - begun;
    for (let i = 1; i < PAGES_PER_ROUND; i++) await next();
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(program, PAGES_PER_ROUND, next));
    const [server, postgres] = [median(rounds.map(([of]) => of)), median(rounds.map(([, of]) => of))];
    const cells = [server.toFixed(2), postgres.toFixed(2), (server + postgres).toFixed(2), first.toFixed(0)];
    const sizes = [decoded, bytes].map((size) => (size / 1000).toFixed(1));
    say(
      `  ${page.padEnd(9)} ${[...cells, ...sizes].map((cell, i) => cell.padStart([7, 11, 9, 6, 11, 8][i] as number)).join(' ')}`,
    );
  }
  await benchPosting(db, program, say);
  await program.stop();
}

/** Posting a listing, with all that follows from it within seconds, and what the program does meanwhile without it. */
async function benchPosting(db: Kysely<DB>, program: RunningProgram, say: Print) {
  const postings: (() => Promise<void>)[] = [];
  for (let n = 0; n < 2 * POSTINGS; n++) postings.push(await preparePosting(db, program.origin, n));
  const post = async () => postings.pop()?.();
  const settle = () => new Promise((done) => setTimeout(done, SETTLING_MS));
  for (let n = 0; n < POSTINGS; n++) await post();
  await settle();
  let n = 0;
  const [server, postgres] = await measure(program, POSTINGS, async () => {
    await post();
    if (++n === POSTINGS) await settle();
  });
  say(
    `  posting a listing: ${server.toFixed(1)} of the server, ${postgres.toFixed(1)} of PostgreSQL (bar: 10 together)`,
  );
}

/** The CPU time of the program and of PostgreSQL for each call of `work`, in ms. */
async function measure(program: RunningProgram, calls: number, work: () => Promise<unknown>) {
  const read = () => [readProcessSeconds(program.pid), readPostgresSeconds(process.env.DATA_DIR as string)] as const;
  const before = read();
  for (let i = 0; i < calls; i++) await work();
  const after = read();
  return [(1000 * (after[0] - before[0])) / calls, (1000 * (after[1] - before[1])) / calls] as const;
}

/** Waits until the program and PostgreSQL take less than a hundredth of a processor. */
async function waitUntilIdle(program: RunningProgram) {
  for (;;) {
    const [server, postgres] = await measure(program, 1, () => new Promise((done) => setTimeout(done, IDLE_CHECK_MS)));
    if (server + postgres < 1000 * MAX_IDLE_SECONDS) return;
  }
}

/** Requests one page after the other over one connection, each for another visitor. */
function createClient(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let visitor = 0;
  return (path: string) =>
    new Promise<{ bytes: number; decoded: number }>((done, fail) => {
      visitor = (visitor + 1) % 60_000;
      const address = `10.1.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}`;
      const headers = { 'accept-encoding': 'gzip', 'x-forwarded-for': address };
      request(origin + path, { agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => {
          if (response.statusCode !== 200) return fail(new Error(`${path}: ${response.statusCode}`));
          const body = Buffer.concat(parts);
          done({ bytes: body.length, decoded: gunzipSync(body).length });
        });
      })
        .on('error', fail)
        .end();
    });
}
