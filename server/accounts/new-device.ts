import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { roleOf } from '../http/staff-role.ts';
import { type Recipient, writeEmail } from '../mail/language.ts';
import type { AccountMailer } from './account-mailer.ts';
import { newDeviceEmail, type SiteInfo } from './emails.ts';
import { describeDevice } from './user-agent.ts';

/**
 * Emails staff, and owners with a second factor, that their account was signed in to on a device for the first time. Other owners
 * get no such email: who deletes cookies would get one with every sign-in. Sent after the response.
 */
export function notifyOfNewDevice(
  { db, mailer, site }: { db: Kysely<DB>; mailer: AccountMailer; site: SiteInfo },
  { headers }: FastifyRequest,
  accountId: number,
): void {
  mailer.sendInBackground(async () => {
    const recipient = await findRecipient(db, accountId);
    if (!recipient) return null;
    const { email, language } = recipient;
    return writeEmail(language, () => {
      const device = describeDevice(headers['user-agent'] ?? '');
      return newDeviceEmail(site, email, { device, at: new Date() });
    });
  });
}

async function findRecipient(db: Kysely<DB>, accountId: number): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select email, language from accounts a where id = ${accountId} and email is not null and (${roleOf('a.id')} is not null
      or exists (select from passkeys where account_id = a.id)
      or exists (select from totp_factors where account_id = a.id and confirmed_at is not null))`.execute(db);
  return rows[0];
}
