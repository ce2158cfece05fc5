import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { dayOf } from './day.ts';

// Behind one address several people may look at a listing. More than these at one on one day count as the same: whoever
// makes up browsers by the thousand is four visitors.
const BROWSERS_OF_ADDRESS = 4;

/**
 * Names a visitor for one day, without a cookie and without keeping who it is: 16 bytes that say nothing once the day's
 * salt is gone.
 */
export function visitorOf({ address, agent }: { address: string; agent: string }, salt: Buffer): Buffer {
  const browser = createHash('sha256').update(salt).update(agent).digest().readUInt32BE() % BROWSERS_OF_ADDRESS;
  return createHash('sha256').update(salt).update(`${address} ${browser}`).digest().subarray(0, 16);
}

/** The salt of a day, which all processes share: whichever needs it first makes it up. */
export async function saltOf(db: Kysely<DB>, day: string): Promise<Buffer> {
  await sql`insert into visitor_salts (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ salt: Buffer }>`select salt from visitor_salts where day = ${day}`.execute(db);
  return (rows[0] as { salt: Buffer }).salt;
}

/** Throws away the salts of past days and who was counted on them. An hourly job. */
export async function forgetVisitors(db: Kysely<DB>, now = new Date()): Promise<void> {
  await sql`delete from visitor_salts where day < ${dayOf(now)}`.execute(db);
  await sql`delete from visitors where day < ${dayOf(now)}`.execute(db);
}
