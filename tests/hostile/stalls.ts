import { setImmediate } from 'node:timers/promises';

/** What a request costs this process. */
export interface Cost {
  /** The longest stall of the event loop, in milliseconds of CPU time on a core whose speed is 1 (`measureSpeed`). */
  stallMs: number;
  /** How much memory JavaScript took meanwhile. */
  growthBytes: number;
}

/** Garbage collection may fall into a request; synchronous work stalls each attempt. */
const MAX_ATTEMPTS = 12;
const TURNS_PER_SAMPLE = 20;

/**
 * What a request costs: the least of some attempts, until it costs no more than `enough`. The unit of a stall is a millisecond of the
 * thread's CPU time on a quiet core, because other processes of a busy machine stall and slow down this one too.
 * @param prepare makes what is sent, which is not measured; called with the number of the attempt
 */
export async function measureCost<Request>(
  prepare: (attempt: number) => Request,
  send: (request: Request) => Promise<unknown>,
  enough: Cost,
): Promise<Cost> {
  const least: Cost = { stallMs: Number.POSITIVE_INFINITY, growthBytes: Number.POSITIVE_INFINITY };
  const isEnough = () => least.stallMs <= enough.stallMs && least.growthBytes <= enough.growthBytes;
  for (let i = 0; i < MAX_ATTEMPTS && !isEnough(); i++) {
    const request = prepare(i);
    let isAnswered = false;
    const [{ stallMs, growthBytes }] = await Promise.all([
      measureTurns(() => isAnswered),
      send(request).finally(() => {
        isAnswered = true;
      }),
    ]);
    least.stallMs = Math.min(least.stallMs, stallMs > enough.stallMs ? stallMs * measureSpeed() : stallMs);
    least.growthBytes = Math.min(least.growthBytes, growthBytes);
  }
  return least;
}

/** The longest stall of the event loop while a request is answered: see `measureCost`. */
export async function measureStall(send: () => Promise<unknown>, enoughMs: number): Promise<number> {
  const enough = { stallMs: enoughMs, growthBytes: Number.POSITIVE_INFINITY };
  return (await measureCost(() => null, send, enough)).stallMs;
}

const BODY = { items: Array.from({ length: 3000 }, (_, i) => ({ [`name ${i}`]: i })) };
const QUIET_MS = 20;

/** The speed of this core now: 1, or less where its machine is slower or another program uses its other thread. */
function measureSpeed(): number {
  const start = process.threadCpuUsage();
  for (let i = 0; i < 6; i++) JSON.parse(JSON.stringify(BODY));
  const { user, system } = process.threadCpuUsage(start);
  return Math.min(1, QUIET_MS / ((user + system) / 1000));
}

/** The CPU time of the longest turn of the event loop until `isDone`, and how much memory was taken. */
async function measureTurns(isDone: () => boolean): Promise<Cost> {
  let longest = 0;
  let highest = 0;
  const before = measureMemory();
  for (let turn = 0; !isDone(); turn++) {
    const start = process.threadCpuUsage();
    await setImmediate();
    const { user, system } = process.threadCpuUsage(start);
    longest = Math.max(longest, (user + system) / 1000);
    if (turn % TURNS_PER_SAMPLE === 0) highest = Math.max(highest, measureMemory());
  }
  return { stallMs: longest, growthBytes: Math.max(0, highest - before) };
}

function measureMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
