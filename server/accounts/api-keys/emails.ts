import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** Sent after an account created an API key. The name of the key is left out: it is input. */
export const apiKeyEmail = (site: SiteInfo, to: string, { prefix }: { prefix: string }): Email => ({
  to,
  purpose: 'security',
  subject: t('A new API key for your {name} account', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'An API key that starts with {prefix} was just created in your account. A program with this key can act for you.',
      {
        prefix,
      },
    ),
    t('If you didn’t expect this, revoke the key and change your password now:'),
    toButton(t('See your API keys'), toPageUrl(site, '/account#security')),
    t('If you can’t sign in, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});
