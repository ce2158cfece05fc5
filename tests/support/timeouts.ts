import { availableParallelism, loadavg } from 'node:os';

// At least 2, because the run itself uses every core.
const busyFactor = Math.max(2, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * The factor of every timeout in tests, so that none expires because the machine is busy: `TEST_TIMEOUT_FACTOR`, by default
 * the load per core at the start of the run.
 */
export const timeoutFactor = Number(process.env.TEST_TIMEOUT_FACTOR ?? busyFactor);

/** Scales a timeout for an idle machine (in ms) to this one. */
export const scaleTimeout = (milliseconds: number): number => Math.ceil(milliseconds * timeoutFactor);
