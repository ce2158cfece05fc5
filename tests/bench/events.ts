import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { EVENTS_PER_CALL, type EventLoadResult } from './event-load.ts';
import { formatShare } from './generator.ts';
import { load, median, type Print, type RunningServer, startServer } from './load.ts';

const EVENTS_PER_SECOND = 5000;
const ROUNDS = 5;
const SECONDS = 4;
const SITE = { kind: 'site', apiCache: true } as const;
const PAGE = { seconds: SECONDS, headers: { 'accept-encoding': 'br' } };

/** The cost of receiving events, and the throughput of a page under 5,000 events per second, cached and rendered each time. */
export async function benchEvents(db: Kysely<DB>, say: Print) {
  say(`\nevents, ${EVENTS_PER_SECOND} a second in calls of ${EVENTS_PER_CALL}, each from another visitor`);
  const [cached, rendered] = [
    await startServer({ ...SITE, pageCache: true }),
    await startServer({ ...SITE, pageCache: false }),
  ];
  await withEventLoad(cached, () => load(cached, '/', PAGE));
  await cached.takeEventTimes();
  const before = await cached.cpuMicros();
  const { eventLoad } = await withEventLoad(cached, () => delay(SECONDS * 1000));
  const cpuMicros = ((await cached.cpuMicros()) - before) / eventLoad.events;
  say(
    `  alone: ${formatTimes(await cached.takeEventTimes())}; ${cpuMicros.toFixed(0)} µs of the server's CPU an event, including its insertion: ${(1 - (cpuMicros * EVENTS_PER_SECOND) / 1e6).toFixed(2)} of the process remains`,
  );
  say(await benchPagesUnderEvents(cached, 'from memory'));
  say(await benchPagesUnderEvents(rendered, 'rendered each time'));
  const { rows } = await sql<{ kept: number; lost: number }>`
    select (select count(*) from events) as kept, sum(dropped_events + refused_events) as lost from site_days`.execute(
    db,
  );
  say(`  ${rows[0]?.kept} events stored, ${rows[0]?.lost} dropped or refused`);
  await Promise.all([cached.stop(), rendered.stop()]);
}

/** The throughput of the home page with events and without, alternately, so that other load of the machine affects both equally. */
async function benchPagesUnderEvents(site: RunningServer, how: string): Promise<string> {
  const rounds: { without: number; with: number; otherShare: number; eventsPerSecond: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = await load(site, '/', PAGE);
    const { eventLoad, result } = await withEventLoad(site, () => load(site, '/', PAGE));
    rounds.push({
      without: without.perSecond,
      with: result.perSecond,
      otherShare: Math.max(without.otherShare, result.otherShare),
      eventsPerSecond: eventLoad.events / eventLoad.seconds,
    });
  }
  const middle = (metric: (round: (typeof rounds)[number]) => number) => median(rounds.map(metric)).toFixed(0);
  const ratios = rounds.map((round) => round.with / round.without);
  return [
    `  with the home page ${how}: ${formatTimes(await site.takeEventTimes())} (bar: 200 µs); ${middle(({ eventsPerSecond }) => eventsPerSecond)} events a second`,
    `    ${middle(({ without }) => without)} pages a second without, ${middle((round) => round.with)} with, not 2xx ${formatShare(Math.max(...rounds.map(({ otherShare }) => otherShare)))}: ratio ${median(ratios).toFixed(2)} (bar: at least 0.85; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}; PostgreSQL and the client share the two cores)`,
  ].join('\n');
}

const formatTimes = (times: number[]) => {
  const micros = 1000 * median(times);
  return `${micros.toFixed(0)} µs from request to response at the median, ${(micros / EVENTS_PER_CALL).toFixed(0)} µs an event`;
};

/** Runs work while a separate process sends events. */
async function withEventLoad<Result>(
  site: RunningServer,
  work: () => Promise<Result>,
): Promise<{ eventLoad: EventLoadResult; result: Result }> {
  const child: ChildProcess = fork(new URL('./event-load.ts', import.meta.url), [site.url, String(EVENTS_PER_SECOND)]);
  await once(child, 'message');
  const result = await work();
  const [message] = await Promise.all([once(child, 'message'), child.send('stop')]);
  return { eventLoad: message[0] as EventLoadResult, result };
}
