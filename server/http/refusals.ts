import type { FastifyRequest } from 'fastify';
import { getClientAddress, toNetworkPrefix } from './client-address.ts';
import { ForeignOrigin, type HttpError, TooManyRequests } from './errors.ts';
import { toLoggedPath } from './logging.ts';
import { inMemoryRateLimit } from './rate-limit.ts';

/** Why a request was refused: its status, or `origin` for one that another site sent. */
export type RefusalReason = '403' | '429' | 'origin';

/** Log lines of one address. All refusals are counted. */
const LOG_LIMIT = { limit: 10, windowSeconds: 60 };

/** Counts refused requests, and logs them with the network of the address. */
export interface Refusals {
  record(request: FastifyRequest, error: HttpError): void;
  /** Since the start of the process. */
  counts: ReadonlyMap<RefusalReason, number>;
}

/** Creates the counts of a process. */
export function createRefusals(): Refusals {
  const counts = new Map<RefusalReason, number>();
  const mayLog = inMemoryRateLimit(LOG_LIMIT, 'refuse');
  return {
    counts,
    record(request, error) {
      const reason = getReason(error);
      if (!reason) return;
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      const address = getClientAddress(request);
      if (mayLog(address) > 0) return;
      const { method, url } = request;
      request.log.warn(
        { reason, method, path: toLoggedPath(url), network: toNetworkPrefix(address) },
        'request refused',
      );
    },
  };
}

function getReason(error: HttpError): RefusalReason | null {
  if (error instanceof ForeignOrigin) return 'origin';
  if (error instanceof TooManyRequests) return '429';
  return error.status === 403 ? '403' : null;
}
