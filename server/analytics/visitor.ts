import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

// Behind one network several people may look at a listing. More than these on one day count as the same: whoever makes up
// browsers by the thousand is four visitors.
const MAX_VISITORS_PER_NETWORK = 4;

/**
 * Names a visitor for one day, without a cookie and without keeping who it is: 16 bytes that say nothing once the day's
 * salt is gone. Networks are IPv4 addresses, and for IPv6 a /48, because whoever has one has 65,536 addresses of limits.
 * See docs/decisions/0026-visitors-as-daily-hashes.md.
 */
export function hashVisitor({ address, agent }: { address: string; agent: string }, salt: Buffer): Buffer {
  const network = address.includes(':') ? toNetworkPrefix(address) : address;
  const host = createHash('sha256').update(salt).update(`${address} ${agent}`).digest();
  const browser = host.readUInt32BE() % MAX_VISITORS_PER_NETWORK;
  return createHash('sha256').update(salt).update(`${network} ${browser}`).digest().subarray(0, 16);
}

/**
 * As much of an address as is kept with a view.
 * @param address as limits count it: IPv4, or the /64 of IPv6
 * @returns a /24 or /48; null where no address is known
 */
export function toNetworkPrefix(address: string): string | null {
  const isIPv6 = address.includes(':');
  const parts = address.split(isIPv6 ? ':' : '.').slice(0, 3);
  if (parts.length < 3) return null;
  return isIPv6 ? `${parts.join(':')}::/48` : `${parts.join('.')}.0/24`;
}

/** The salt of a day, which all processes share: whichever needs it first makes it up. */
export async function getDailySalt(db: Kysely<DB>, day: string): Promise<Buffer> {
  await sql`insert into visitor_salts (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ salt: Buffer }>`select salt from visitor_salts where day = ${day}`.execute(db);
  return (rows[0] as { salt: Buffer }).salt;
}

/** Throws away the salts of past days and who was counted on them. An hourly job. */
export async function deletePastVisitors(db: Kysely<DB>, now = new Date()): Promise<void> {
  await sql`delete from visitor_salts where day < ${toLosAngelesDate(now)}`.execute(db);
  await sql`delete from visitors where day < ${toLosAngelesDate(now)}`.execute(db);
}
