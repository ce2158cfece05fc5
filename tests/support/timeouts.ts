import { availableParallelism, loadavg } from 'node:os';

// The run itself keeps every core busy: 2 at least.
const busyFactor = Math.max(2, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * What every wait of the tests is multiplied by, so that a busy machine fails none of them: `TEST_TIMEOUT_FACTOR`, or by
 * default how many processes wait for each core when the run begins.
 */
export const timeoutFactor = Number(process.env.TEST_TIMEOUT_FACTOR ?? busyFactor);

/** Milliseconds that are enough on an idle machine, made enough on this one. */
export const scaleTimeout = (milliseconds: number): number => Math.ceil(milliseconds * timeoutFactor);
