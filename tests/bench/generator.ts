import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

/** What is requested: the paths one after the other, as often as the server allows. */
export interface Load {
  origin: string;
  paths: string[];
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
}

/** Requests per second, and the median and 99th percentile of their times in milliseconds. */
export interface Generated {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
}

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
const THREADS = Math.min(availableParallelism(), 4);

/** The program that makes the load: wrk where it is installed, which is several times as fast as autocannon. */
export const GENERATOR = hasWrk ? 'wrk' : `autocannon with ${THREADS} threads`;

/** @throws when a response has another status than 2xx or 3xx */
export async function generate(load: Load): Promise<Generated> {
  const { failed, ...generated } = await (hasWrk ? runWrk(load) : runAutocannon(load));
  if (failed > 0) throw new Error(`${load.origin}${load.paths[0]}: ${failed} requests failed`);
  return generated;
}

async function runWrk({ origin, paths, headers = {}, connections, seconds }: Load) {
  const script = join(import.meta.dirname, 'wrk.lua');
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const options = [`-t${THREADS}`, `-c${connections}`, `-d${seconds}`, '--timeout', '10s', ...named, '-s', script];
  const { stdout } = await promisify(execFile)('wrk', [...options, origin, '--', ...paths]);
  const { requests: count, micros, failed, p50, p99 } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return { count, perSecond: (count / micros) * 1e6, p50: p50 / 1000, p99: p99 / 1000, failed };
}

async function runAutocannon({ origin, paths, headers, connections, seconds: duration }: Load) {
  const requests = paths.map((path) => ({ path }));
  const result = await autocannon({
    url: origin,
    requests,
    connections,
    duration,
    workers: THREADS,
    ...(headers && { headers }),
  });
  const count = result['2xx'];
  const { p50, p99 } = result.latency;
  return { count, perSecond: count / result.duration, p50, p99, failed: result.non2xx + result.errors };
}
