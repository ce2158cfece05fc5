import { t } from '#contract/i18n/t.ts';
import type { AccountMailer } from '#server/accounts/account-mailer.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl, writeEmail } from '#server/platform/mail/write-email.ts';
import type { FactorChange } from './factors.ts';

/** What emails about second factors are sent with. */
export interface FactorMailDeps {
  mailer: AccountMailer;
  site: SiteInfo;
}

/** Tells the account, after the response, that it added or removed a factor. */
export function sendFactorEmail(
  { mailer, site }: FactorMailDeps,
  { recipient }: FactorChange,
  change: 'added' | 'removed',
): void {
  if (!recipient) return;
  const { email, language } = recipient;
  mailer.sendInBackground(async () => writeEmail(language, () => secondFactorEmail(site, email, change)));
}

/** Sent after an account changed its second factors. */
export const secondFactorEmail = (site: SiteInfo, to: string, change: SecondFactorChange): Email => ({
  to,
  purpose: 'security',
  subject: t('Two-step verification for your {name} account', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    describeChange(change),
    t('If you didn’t expect this, change your password now:'),
    toButton(t('Change your password'), toPageUrl(site, '/account#security')),
    t('If you can’t sign in, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

type SecondFactorChange = 'added' | 'removed' | 'recovery-code';

function describeChange(change: SecondFactorChange): string {
  if (change === 'added')
    return t('A new way to verify that it’s you was just added to your account: a passkey or an authenticator app.');
  if (change === 'removed') return t('A passkey or authenticator app was just removed from your account.');
  return t('A recovery code was just used to verify that it’s you. Each code works once.');
}

/** Sent after an administrator removed the second factor of an account, with a link to set a new password. */
export const secondFactorResetEmail = (site: SiteInfo, to: string, token: string): Email => ({
  to,
  purpose: 'security',
  subject: t('Two-step verification for your {name} account', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'An administrator just removed two-step verification from your account, and signed you out on all devices. Your password no longer works. To sign in, set a new one here:',
    ),
    toButton(t('Set a new password'), toTokenUrl(site, '/auth/reset', token)),
    t('The link works once, for 30 minutes. Later, get another one here: {url}', {
      url: toPageUrl(site, '/auth/reset'),
    }),
    t('If you didn’t ask for this, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});
