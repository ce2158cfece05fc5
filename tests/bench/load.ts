import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { type Generated, generate } from './generator.ts';
import { NODE_OPTIONS } from './program.ts';
import type { ServerOptions } from './server.ts';

/** Prints a line of the report. */
export type Print = (line: string) => void;

/** A running server of a comparison. */
export interface RunningServer {
  url: string;
  cpuMicros(): Promise<number>;
  /** The resident memory. */
  megabytes(): Promise<number>;
  /** The response times of event requests since the last call, in milliseconds. */
  takeEventTimes(): Promise<number[]>;
  stop(): Promise<void>;
}

/**
 * The result of a load: responses of the status 2xx per second, the CPU time of the server for each of these in microseconds, and times in
 * milliseconds.
 */
export interface LoadResult {
  perSecond: number;
  /** The share of requests that failed or had another status; of several rounds the largest. */
  otherShare: number;
  cpuMicros: number;
  p50: number;
  p99: number;
}

/** Starts a server of a comparison in a separate process with the same environment. */
export async function startServer(side: ServerOptions): Promise<RunningServer> {
  const child = fork(new URL('./server.ts', import.meta.url), {
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port } = await request<{ port: number }>(child, side);
  return {
    url: `http://127.0.0.1:${port}`,
    cpuMicros: async () => (await request<{ cpuMicros: number }>(child, 'cpu')).cpuMicros,
    megabytes: async () => (await request<{ megabytes: number }>(child, 'memory')).megabytes,
    takeEventTimes: async () => (await request<{ times: number[] }>(child, 'times')).times,
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/**
 * Loads servers alternately, so that other load on the machine affects all alike, and returns the median of the rounds.
 */
export async function compare(
  sides: { side: RunningServer; path: string | string[]; headers?: Record<string, string> }[],
  { rounds = 3, seconds = 3, connections = 32 } = {},
): Promise<LoadResult[]> {
  const loads: LoadResult[][] = sides.map(() => []);
  for (const { side, path, headers } of sides) await load(side, path, { headers, seconds: 1, connections });
  for (let round = 0; round < rounds; round++) {
    for (const [i, { side, path, headers }] of sides.entries()) {
      loads[i]?.push(await load(side, path, { headers, seconds, connections }));
    }
  }
  return loads.map((of) => ({
    perSecond: median(of.map((load) => load.perSecond)),
    otherShare: Math.max(...of.map((load) => load.otherShare)),
    cpuMicros: median(of.map((load) => load.cpuMicros)),
    p50: median(of.map((load) => load.p50)),
    p99: median(of.map((load) => load.p99)),
  }));
}

/**
 * Loads a server once, for a number of seconds or requests; several paths one after the other.
 * @throws when of a number of requests one has another status than 2xx
 */
export async function load(
  side: RunningServer,
  path: string | string[],
  {
    headers,
    seconds = 3,
    requests,
    connections = 32,
  }: { headers?: Record<string, string>; seconds?: number; requests?: number; connections?: number },
): Promise<LoadResult> {
  const before = await side.cpuMicros();
  const paths = [path].flat();
  const { count, perSecond, otherShare, p50, p99 } =
    requests === undefined
      ? await generate({ origin: side.url, paths, headers, connections, seconds })
      : await runFixed(side.url + paths[0], headers, requests, connections);
  const usedMicros = (await side.cpuMicros()) - before;
  return { perSecond, otherShare, cpuMicros: usedMicros / count, p50, p99 };
}

/** The median of numbers. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** So many requests by autocannon, for their CPU time: wrk only runs for so many seconds. */
async function runFixed(
  url: string,
  headers: Record<string, string> | undefined,
  amount: number,
  connections: number,
): Promise<Generated> {
  const result = await autocannon({ url, connections, amount, ...(headers && { headers }) });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  const { p50, p99 } = result.latency;
  return { count: result['2xx'], perSecond: result['2xx'] / result.duration, otherShare: 0, p50, p99 };
}

async function request<Answer>(
  child: ChildProcess,
  message: ServerOptions | 'cpu' | 'memory' | 'times',
): Promise<Answer> {
  const over = new AbortController();
  const { signal } = over;
  const answered = once(child, 'message', { signal });
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('A side of the comparison ended');
  });
  child.send(message);
  const [answer] = (await Promise.race([answered, ended])) as [Answer];
  ended.catch(() => {});
  over.abort();
  return answer;
}
