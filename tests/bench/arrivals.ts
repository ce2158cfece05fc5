import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A kind of request that arrives at a fixed rate, whether or not the ones before were answered. */
export interface Stream {
  perSecond: number;
  /** The path of the next request. */
  next: () => string;
}

/** What became of the requests of a stream. Times are in milliseconds from when a request was due. */
export interface Outcome {
  /** Complete responses of status 200. */
  good: number[];
  /** Responses of status 503 with a `Retry-After`. */
  refused: number[];
  /** By how many milliseconds requests were sent late, because the sender or the machine was busy. */
  lateness: number[];
  /** Any other response, broken connections, and requests that were given up. */
  failed: number;
}

const PATIENCE_MS = 10_000;
const TICK_MS = 2;

/**
 * Sends the streams for some seconds, and waits until each request has its outcome: a client gives up after 10 s. It writes to sockets,
 * because a client of `node:http` takes more CPU time than a refusal takes of the server.
 */
export async function arrive<Name extends string>(
  origin: string,
  streams: Record<Name, Stream>,
  seconds: number,
): Promise<Record<Name, Outcome>> {
  const port = Number(new URL(origin).port);
  const idle: Socket[] = [];
  const names = Object.keys(streams) as Name[];
  const createOutcome = (): Outcome => ({ good: [], refused: [], failed: 0, lateness: [] });
  const outcomes = Object.fromEntries(names.map((name) => [name, createOutcome()])) as Record<Name, Outcome>;
  const sent = new Map<Name, number>();
  const pending: Promise<void>[] = [];
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    for (const name of names) {
      const { perSecond, next } = streams[name];
      let number = sent.get(name) ?? 0;
      for (; number < ((performance.now() - start) / 1000) * perSecond; number += 1) {
        const socket = idle.pop() ?? connect(port, '127.0.0.1').setNoDelay();
        pending.push(send({ socket, idle }, next(), start + (number / perSecond) * 1000, outcomes[name]));
      }
      sent.set(name, number);
    }
    await delay(TICK_MS);
  }
  await Promise.all(pending);
  for (const socket of idle) socket.destroy();
  return outcomes;
}

/**
 * The responses of status 200 a second for so many clients, each of which sends the next request as soon as the one before was answered. No
 * request is sent twice, as it is by programs whose threads go through the same list, so nothing is answered for two clients at once.
 */
export async function measureThroughput(
  origin: string,
  next: () => string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const port = Number(new URL(origin).port);
  const outcome: Outcome = { good: [], refused: [], failed: 0, lateness: [] };
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const idle: Socket[] = [];
      while (elapsed() < seconds) {
        const socket = idle.pop() ?? connect(port, '127.0.0.1').setNoDelay();
        await send({ socket, idle }, next(), performance.now(), outcome);
      }
      for (const socket of idle) socket.destroy();
    }),
  );
  return outcome.good.length / elapsed();
}

/** Every response says how long it is. */
function send(
  { socket, idle }: { socket: Socket; idle: Socket[] },
  path: string,
  due: number,
  outcome: Outcome,
): Promise<void> {
  return new Promise((resolve) => {
    let head = '';
    let missing = Number.NaN;
    const end = (result: 'good' | 'refused' | 'failed') => {
      clearTimeout(timer);
      socket.off('data', read).off('error', fail).off('close', fail);
      if (result === 'failed') outcome.failed += 1;
      else outcome[result].push(performance.now() - due);
      if (result === 'failed') socket.on('error', () => {}).destroy();
      else idle.push(socket);
      resolve();
    };
    const fail = () => end('failed');
    const timer = setTimeout(fail, PATIENCE_MS);
    const read = (bytes: Buffer) => {
      missing -= bytes.length;
      if (Number.isNaN(missing)) {
        head += bytes.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        missing = Number(/^content-length: (\d+)/im.exec(head)?.[1]) + headEnd + 4 - head.length;
      }
      if (missing > 0) return;
      if (head.startsWith('HTTP/1.1 200 ')) end('good');
      else end(/^HTTP\/1\.1 503 .*\r\nretry-after:/is.test(head) ? 'refused' : 'failed');
    };
    socket.on('data', read).on('error', fail).on('close', fail);
    outcome.lateness.push(performance.now() - due);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`);
  });
}

/** The value that a share of the times does not exceed. */
export function percentile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}
