import { type Kysely, sql } from 'kysely';
import { deleteExpiredDevices } from '#server/accounts/devices/known-devices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { isSessionValid } from '#server/platform/http/sessions.ts';
import { deleteOldAuditEvents } from './audit-log.ts';
import { deleteOldUnsubscribeLinks } from './mailings.ts';

/**
 * Deletes expired sessions, email tokens, devices and rate limits, the links of old emails, and old audit events. Runs hourly.
 * @param auditLogDays `AUDIT_LOG_DAYS`
 */
export async function deleteExpired(db: Kysely<DB>, auditLogDays = 365): Promise<void> {
  await sql`delete from sessions s where not ${isSessionValid}`.execute(db);
  await sql`delete from mailed_links where expires_at <= now()`.execute(db);
  await sql`delete from pending_sign_ins where expires_at <= now()`.execute(db);
  await sql`delete from passkey_challenges where expires_at <= now()`.execute(db);
  await sql`delete from claim_codes where expires_at <= now()`.execute(db);
  await deleteExpiredDevices(db);
  await deleteOldUnsubscribeLinks(db);
  await deleteOldAuditEvents(db, auditLogDays);
  await sql`delete from limits where ends_at <= now()`.execute(db);
}
