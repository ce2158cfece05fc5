import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { TooManyRequests } from './errors.ts';

/** How often something may be done in a stretch of time, which begins with the first. */
export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/**
 * Counts one use of what `key` names, in the database: for all processes together, and across restarts.
 * @param key what is counted and for whom, such as `register:203.0.113.7`; at most 300 characters
 * @throws {TooManyRequests} when it was the one too many, with the seconds until the stretch ends
 */
export async function consumeRateLimit(
  db: Kysely<DB>,
  key: string,
  { limit: most, windowSeconds: seconds }: RateLimit,
): Promise<void> {
  const { rows } = await sql<{ hits: number; left: number }>`
    insert into limits as l (key, hits, ends_at) values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      hits = case when l.ends_at > now() then least(l.hits, ${most}) + 1 else 1 end,
      ends_at = case when l.ends_at > now() then l.ends_at else excluded.ends_at end
    returning hits, extract(epoch from ends_at - now())::float8 as left`.execute(db);
  const row = rows[0];
  // Of two at once the one that began later may have written the end, which is further than the stretch is long.
  if (row && row.hits > most) throw new TooManyRequests(Math.min(seconds, Math.max(1, Math.ceil(row.left))));
}

/** Forgets what was counted under a key. */
export async function resetRateLimit(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom('limits').where('key', '=', key).execute();
}

/**
 * The asker's address as limits count it: IPv4 as it is, also where it comes as IPv6; IPv6 by its /64, which is what one
 * customer is given. `X-Forwarded-For` counts only from `TRUSTED_PROXIES`.
 */
export function getClientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // What a trusted proxy passes on need not be an address.
  const address = [ip, socket.remoteAddress].find((candidate) => candidate && isIP(candidate));
  if (!address) return 'unknown';
  if (!isIPv6(address)) return address;
  const groups = parseIpv6Groups(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function parseIpv6Groups(address: string): number[] {
  // URL writes the last 32 bits as groups too, where they came as IPv4. It knows no zones.
  const [withoutZone = ''] = address.split('%');
  const [front = [], back = []] = new URL(`http://[${withoutZone}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}
