import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { load, median, type Running, run, type Say } from './load.ts';
import { EVENTS_OF_CALL, type Told } from './teller.ts';

const EVENTS_A_SECOND = 5000;
const ROUNDS = 7;
const SECONDS = 4;

/** What it costs to take events, and what 5,000 a second leave of the throughput of a page: with and without them, in turns. */
export async function events(db: Kysely<DB>, say: Say) {
  const site = await run({ kind: 'site', pageCache: true, apiCache: true });
  await telling(site, () => load(site, '/', { seconds: 2 }));
  await site.times();

  say(`\nevents, ${EVENTS_A_SECOND} a second in calls of ${EVENTS_OF_CALL}, each of another visitor`);
  const before = await site.cpuMicros();
  const { told } = await telling(site, () => pause(SECONDS * 1000));
  const cpuMicros = ((await site.cpuMicros()) - before) / told.events;
  say(
    `  alone: ${inWords(await site.times())}; ${cpuMicros.toFixed(0)} µs of the server's CPU an event, writing it included`,
  );

  const rounds: { without: number; with: number; told: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = await load(site, '/', { seconds: SECONDS });
    const { told, result } = await telling(site, () => load(site, '/', { seconds: SECONDS }));
    rounds.push({ without: without.perSecond, with: result.perSecond, told: told.events / told.seconds });
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
  say(
    `  beside pages: ${inWords(await site.times())} (bar: 200 µs); ${middle(({ told }) => told).toFixed(0)} events a second were answered`,
  );
  const ratios = rounds.map((round) => round.with / round.without);
  say(
    `  cached home page: ${middle(({ without }) => without).toFixed(0)} a second without events, ${middle((round) => round.with).toFixed(0)} with: ratio ${median(ratios).toFixed(2)} (bar: at least 0.85; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}; PostgreSQL and who asks share the two cores)`,
  );
  const { rows } = await sql<{ kept: number; lost: number }>`
    select (select count(*) from events) as kept, sum(dropped_events + refused_events) as lost from site_days`.execute(
    db,
  );
  say(`  ${rows[0]?.kept} events kept, ${rows[0]?.lost} dropped or refused`);
  await site.stop();
}

const inWords = (times: number[]) => {
  const micros = 1000 * median(times);
  return `${micros.toFixed(0)} µs from call to answer at the median, ${(micros / EVENTS_OF_CALL).toFixed(0)} µs an event`;
};

/** Does something while events are told, by a process of its own. */
async function telling<Result>(site: Running, work: () => Promise<Result>): Promise<{ told: Told; result: Result }> {
  const teller: ChildProcess = fork(new URL('./teller.ts', import.meta.url), [site.url, String(EVENTS_A_SECOND)]);
  await once(teller, 'message');
  const result = await work();
  const [told] = await Promise.all([once(teller, 'message'), teller.send('stop')]);
  return { told: told[0] as Told, result };
}
