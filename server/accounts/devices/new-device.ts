import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { AccountMailer } from '#server/accounts/account-mailer.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { roleOf } from '#server/platform/http/staff-role.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import {
  formatTime,
  joinParagraphs,
  type Recipient,
  toButton,
  toPageUrl,
  writeEmail,
} from '#server/platform/mail/write-email.ts';
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

/** Sent after the first sign-in on a device. `device` is one of our own words for browsers and systems. */
export const newDeviceEmail = (site: SiteInfo, to: string, { device, at }: { device: string; at: Date }): Email => ({
  to,
  purpose: 'security',
  subject: t('New sign-in to your {name} account', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Someone just signed in to your {name} account on a device we haven’t seen before:', { name: site.name }),
    `${device}\n${formatTime(at)}`,
    t('If it was you, you don’t need to do anything.'),
    t('If it wasn’t you, change your password and sign out that device now:'),
    toButton(t('Change your password'), toPageUrl(site, '/account#security')),
    [
      t('If you can’t sign in, set a new password: {url}', { url: toPageUrl(site, '/auth/reset') }),
      t('If that doesn’t work, contact {email}.', { email: site.supportEmail }),
    ].join('\n'),
    site.name,
  ),
});
