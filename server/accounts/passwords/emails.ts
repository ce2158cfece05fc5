import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';
import type { PasswordReset } from './password-reset.ts';

/** Sent for a forgotten password. */
export const passwordResetEmail = (
  site: SiteInfo,
  { to, token, username }: Omit<PasswordReset, 'language'>,
): Email => ({
  to,
  purpose: 'reset',
  subject: t('Set a new password for {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Your username is {username}. Set a new password here:', { username }),
    toButton(t('Set a new password'), toTokenUrl(site, '/auth/reset', token)),
    t(
      'The link works once, for 30 minutes. If you didn’t request it, you can ignore this email. Your password won’t change.',
    ),
    site.name,
  ),
});

/** Sent after a password was changed or reset. */
export const passwordChangedEmail = (site: SiteInfo, to: string): Email => ({
  to,
  purpose: 'security',
  subject: t('Your {name} password was changed', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('The password for your {name} account was just changed, and all other devices were signed out.', {
      name: site.name,
    }),
    t('If it wasn’t you, set a new one right away:'),
    toButton(t('Set a new password'), toPageUrl(site, '/auth/reset')),
    t('If that doesn’t work, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});
