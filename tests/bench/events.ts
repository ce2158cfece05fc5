import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { EVENTS_OF_CALL, type Told } from './event-load.ts';
import { load, median, type Running, run, type Say } from './load.ts';

const EVENTS_A_SECOND = 5000;
const ROUNDS = 5;
const SECONDS = 4;
const SITE = { kind: 'site', apiCache: true } as const;
const PAGE = { seconds: SECONDS, headers: { 'accept-encoding': 'br' } };

/** What it costs to take events, and what 5,000 a second leave of the throughput of a page, from memory and rendered each time. */
export async function events(db: Kysely<DB>, say: Say) {
  say(`\nevents, ${EVENTS_A_SECOND} a second in calls of ${EVENTS_OF_CALL}, each of another visitor`);
  const [kept, rendered] = [await run({ ...SITE, pageCache: true }), await run({ ...SITE, pageCache: false })];
  await telling(kept, () => load(kept, '/', PAGE));
  await kept.times();
  const before = await kept.cpuMicros();
  const { told } = await telling(kept, () => pause(SECONDS * 1000));
  const cpuMicros = ((await kept.cpuMicros()) - before) / told.events;
  say(
    `  alone: ${inWords(await kept.times())}; ${cpuMicros.toFixed(0)} µs of the server's CPU an event, writing it included: ${(1 - (cpuMicros * EVENTS_A_SECOND) / 1e6).toFixed(2)} of the process is left`,
  );
  say(await besidePages(kept, 'from memory'));
  say(await besidePages(rendered, 'rendered each time'));
  const { rows } = await sql<{ kept: number; lost: number }>`
    select (select count(*) from events) as kept, sum(dropped_events + refused_events) as lost from site_days`.execute(
    db,
  );
  say(`  ${rows[0]?.kept} events kept, ${rows[0]?.lost} dropped or refused`);
  await Promise.all([kept.stop(), rendered.stop()]);
}

/** The throughput of the home page with events and without, in turns, so that what else the machine does hits both alike. */
async function besidePages(site: Running, how: string): Promise<string> {
  const rounds: { without: number; with: number; told: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = await load(site, '/', PAGE);
    const { told, result } = await telling(site, () => load(site, '/', PAGE));
    rounds.push({ without: without.perSecond, with: result.perSecond, told: told.events / told.seconds });
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure)).toFixed(0);
  const ratios = rounds.map((round) => round.with / round.without);
  return [
    `  beside the home page ${how}: ${inWords(await site.times())} (bar: 200 µs); ${middle(({ told }) => told)} a second answered`,
    `    ${middle(({ without }) => without)} pages a second without, ${middle((round) => round.with)} with: ratio ${median(ratios).toFixed(2)} (bar: at least 0.85; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}; PostgreSQL and who asks share the two cores)`,
  ].join('\n');
}

const inWords = (times: number[]) => {
  const micros = 1000 * median(times);
  return `${micros.toFixed(0)} µs from call to answer at the median, ${(micros / EVENTS_OF_CALL).toFixed(0)} µs an event`;
};

/** Does something while events are told, by a process of its own. */
async function telling<Result>(site: Running, work: () => Promise<Result>): Promise<{ told: Told; result: Result }> {
  const teller: ChildProcess = fork(new URL('./event-load.ts', import.meta.url), [site.url, String(EVENTS_A_SECOND)]);
  await once(teller, 'message');
  const result = await work();
  const [told] = await Promise.all([once(teller, 'message'), teller.send('stop')]);
  return { told: told[0] as Told, result };
}
