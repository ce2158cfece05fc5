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

/** Responses of the status 2xx per second, and the median and 99th percentile of the times of all responses in milliseconds. */
export interface Generated {
  /** Of the status 2xx. */
  count: number;
  perSecond: number;
  /** The share of requests that failed or had another status. */
  otherShare: number;
  p50: number;
  p99: number;
}

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
const THREADS = Math.min(availableParallelism(), 4);

/** The program that makes the load: wrk where it is installed, which is several times as fast as autocannon. */
export const GENERATOR = hasWrk ? 'wrk' : `autocannon with ${THREADS} threads`;

/** What is no 2xx counts in no rate, but in `otherShare`. */
export async function generate(load: Load): Promise<Generated> {
  const { good, other, seconds, p50, p99 } = await (hasWrk ? runWrk(load) : runAutocannon(load));
  return { count: good, perSecond: good / seconds, otherShare: other / (good + other), p50, p99 };
}

/** '0 %', or '0.3 %'. */
export const formatShare = (share: number) => `${share === 0 ? '0' : (100 * share).toFixed(1)} %`;

async function runWrk({ origin, paths, headers = {}, connections, seconds }: Load) {
  const script = join(import.meta.dirname, 'wrk.lua');
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const options = [`-t${THREADS}`, `-c${connections}`, `-d${seconds}`, '--timeout', '10s', ...named, '-s', script];
  const { stdout } = await promisify(execFile)('wrk', [...options, origin, '--', ...paths]);
  const { good, other, micros, p50, p99 } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return { good, other, seconds: micros / 1e6, p50: p50 / 1000, p99: p99 / 1000 };
}

async function runAutocannon({ origin, paths, headers, connections, seconds: duration }: Load) {
  const requests = Array.from({ length: paths.length === 1 ? 1 : paths.length * VISITORS_OF_A_PATH }, (_, index) => ({
    path: paths[index % paths.length] as string,
    // As in wrk.lua.
    ...(paths.length > 1 && { headers: { ...headers, 'x-forwarded-for': toAddress(index) } }),
  }));
  const result = await autocannon({
    url: origin,
    requests,
    connections,
    duration,
    workers: THREADS,
    ...(headers && { headers }),
  });
  const { p50, p99 } = result.latency;
  return { good: result['2xx'], other: result.non2xx + result.errors, seconds: result.duration, p50, p99 };
}

const VISITORS_OF_A_PATH = 20;
const toAddress = (visitor: number) => `10.1.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}`;
