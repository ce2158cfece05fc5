import type { FastifyRequest } from 'fastify';
import { getClientAddress, toNetworkPrefix } from './client-address.ts';
import { ForeignOrigin } from './errors.ts';
import { toLoggedPath } from './logging.ts';
import { inMemoryRateLimit } from './rate-limit.ts';

/** Why a request was refused: its status, or `origin` for one that another site sent. */
export type RefusalReason = '403' | '429' | 'origin';

/** Log lines of one address. All refusals are counted. */
const LOG_LIMIT = { limit: 10, windowSeconds: 60 };
/** People mistype: requests with invalid input are logged from the next one of an address on. */
const INVALID_LIMIT = { limit: 20, windowSeconds: 60 };
/** Input that a schema or a rule refuses, and bodies that are not read. */
const INVALID_STATUSES = new Set([400, 409, 413, 415]);

/** Counts refused requests, and logs them with the network of the address. */
export interface Refusals {
  /** @param status of the response */
  record(request: FastifyRequest, error: unknown, status: number): void;
  /** The refusals since the start of the process. */
  counts: ReadonlyMap<RefusalReason, number>;
  /** The requests refused for their input, by route. */
  invalidCounts: ReadonlyMap<string, number>;
}

/** Creates the counts of a process. */
export function createRefusals(): Refusals {
  const counts = new Map<RefusalReason, number>();
  const invalidCounts = new Map<string, number>();
  const mayLog = inMemoryRateLimit(LOG_LIMIT, 'refuse');
  const mayBeMistyped = inMemoryRateLimit(INVALID_LIMIT, 'allow');

  function log(request: FastifyRequest, reason: RefusalReason | 'invalid') {
    const address = getClientAddress(request);
    if (reason === 'invalid' && mayBeMistyped(address) === 0) return;
    if (mayLog(address) > 0) return;
    const { method, url } = request;
    request.log.warn({ reason, method, path: toLoggedPath(url), network: toNetworkPrefix(address) }, 'request refused');
  }

  return {
    counts,
    invalidCounts,
    record(request, error, status) {
      const reason = getReason(error, status);
      if (reason === 'invalid') increment(invalidCounts, `${request.method} ${request.routeOptions.url}`);
      else if (reason) increment(counts, reason);
      if (reason) log(request, reason);
    },
  };
}

function getReason(error: unknown, status: number): RefusalReason | 'invalid' | null {
  if (error instanceof ForeignOrigin) return 'origin';
  if (status === 403 || status === 429) return `${status}`;
  return INVALID_STATUSES.has(status) ? 'invalid' : null;
}

const increment = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
