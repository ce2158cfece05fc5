import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { isSessionValid } from '../http/sessions.ts';
import { deleteOldAuditEvents } from './audit-log.ts';
import { deleteExpiredDevices } from './known-devices.ts';
import { deleteOldUnsubscribeLinks } from './mailings.ts';

/** Deletes expired sessions, email tokens, devices and rate limits, the links of old emails, and old audit events. Runs hourly. */
export async function deleteExpired(db: Kysely<DB>): Promise<void> {
  await sql`delete from sessions s where not ${isSessionValid}`.execute(db);
  await sql`delete from mailed_links where expires_at <= now()`.execute(db);
  await sql`delete from pending_sign_ins where expires_at <= now()`.execute(db);
  await sql`delete from passkey_challenges where expires_at <= now()`.execute(db);
  await deleteExpiredDevices(db);
  await deleteOldUnsubscribeLinks(db);
  await deleteOldAuditEvents(db);
  await sql`delete from limits where ends_at <= now()`.execute(db);
}
