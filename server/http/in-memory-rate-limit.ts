import type { FastifyRequest } from 'fastify';
import { TooManyRequests } from './errors.ts';
import { getClientAddress, type RateLimit } from './rate-limit.ts';

const MAX_ADDRESSES = 50_000;

/**
 * Lets an address ask so often in a stretch of time. Counted in memory, in this process alone: for what is asked so often
 * that writing it down would cost more than the answer. It knows so many addresses, and lets any others pass.
 * @returns a check of a request, which throws {TooMany} when it is one too many
 */
export function inMemoryRateLimit({
  limit: most,
  windowSeconds: seconds,
}: RateLimit): (request: Pick<FastifyRequest, 'ip' | 'socket'>) => void {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return (request) => {
    const now = Date.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + seconds * 1000;
    }
    const address = getClientAddress(request);
    const count = (counts.get(address) ?? 0) + 1;
    if (count > most) throw new TooManyRequests(Math.ceil((endsAt - now) / 1000));
    if (count > 1 || counts.size < MAX_ADDRESSES) counts.set(address, count);
  };
}
