import type { FastifyRequest } from 'fastify';
import { TooMany } from './errors.ts';
import { addressOf, type Limit } from './limits.ts';

const MOST_ADDRESSES = 50_000;

/**
 * Lets an address ask so often in a stretch of time. Counted in memory, in this process alone: for what is asked so often
 * that writing it down would cost more than the answer. It knows so many addresses, and lets any others pass.
 * @returns a check of a request, which throws {TooMany} when it is one too many
 */
export function keepPace({ most, seconds }: Limit): (request: Pick<FastifyRequest, 'ip' | 'socket'>) => void {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return (request) => {
    const now = Date.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + seconds * 1000;
    }
    const address = addressOf(request);
    const count = (counts.get(address) ?? 0) + 1;
    if (count > most) throw new TooMany(Math.ceil((endsAt - now) / 1000));
    if (count > 1 || counts.size < MOST_ADDRESSES) counts.set(address, count);
  };
}
