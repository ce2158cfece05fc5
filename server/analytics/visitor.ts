import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { toNetworkPrefix } from '../http/client-address.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

// Several people of one network may view a listing. More than this number on one day count as the same, so a script that
// varies its user agent counts as four visitors.
const MAX_VISITORS_PER_NETWORK = 4;

/**
 * Identifies a visitor for one day without a cookie: 16 bytes that cannot be traced after the salt of the day is deleted. The
 * network is an IPv4 address, or the /48 of IPv6, because one customer may use all of its 65,536 /64 networks.
 * See docs/decisions/0026-visitors-as-daily-hashes.md.
 */
export function hashVisitor({ address, agent }: { address: string; agent: string }, salt: Buffer): Buffer {
  const network = address.includes(':') ? toNetworkPrefix(address) : address;
  const host = createHash('sha256').update(salt).update(`${address} ${agent}`).digest();
  const browser = host.readUInt32BE() % MAX_VISITORS_PER_NETWORK;
  return createHash('sha256').update(salt).update(`${network} ${browser}`).digest().subarray(0, 16);
}

/** The salt of a day, shared by all processes: the first one that needs it generates it. */
export async function getDailySalt(db: Kysely<DB>, day: string): Promise<Buffer> {
  await sql`insert into visitor_salts (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ salt: Buffer }>`select salt from visitor_salts where day = ${day}`.execute(db);
  return (rows[0] as { salt: Buffer }).salt;
}

/** Deletes the salts and visitors of past days. An hourly job. */
export async function deletePastVisitors(db: Kysely<DB>, now = new Date()): Promise<void> {
  await sql`delete from visitor_salts where day < ${toLosAngelesDate(now)}`.execute(db);
  await sql`delete from visitors where day < ${toLosAngelesDate(now)}`.execute(db);
}
