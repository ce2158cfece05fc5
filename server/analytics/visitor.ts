import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { toNetworkPrefix } from '#server/platform/http/client-address.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';

/**
 * The most visitors of one network that view a listing on one day. Phones of one carrier share a network, and so may an office; a script
 * that varies its addresses and user agents counts as so many at most.
 */
export const MAX_VISITORS_PER_NETWORK = 40;

/** The bytes of a visitor's hash that are those of the network. */
export const NETWORK_BYTES = 6;
const VISITOR_BYTES = 16;

/**
 * Identifies a visitor for one day without a cookie: 16 bytes that cannot be traced after the salt of the day is deleted. The first six
 * stand for the network, an IPv4 address or the /48 of IPv6, because one customer may use all of its 65,536 /64 networks; the others for
 * the address in it and the browser.
 * See docs/decisions/0026-visitors-as-daily-hashes.md.
 */
export function hashVisitor({ address, agent }: { address: string; agent: string }, salt: Buffer): Buffer {
  const network = address.includes(':') ? toNetworkPrefix(address) : address;
  const hash = (text: string) => createHash('sha256').update(salt).update(text).digest();
  const [ofNetwork, ofVisitor] = [hash(`${network}`), hash(`${address} ${agent}`)];
  return Buffer.concat([ofNetwork.subarray(0, NETWORK_BYTES), ofVisitor.subarray(0, VISITOR_BYTES - NETWORK_BYTES)]);
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
