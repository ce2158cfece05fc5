import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** Sent after an account created a webhook. Its address is left out: it is input. */
export const webhookCreatedEmail = (site: SiteInfo, to: string): Email => ({
  to,
  purpose: 'security',
  subject: t('A new webhook for your {name} account', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'A webhook was just created in your account. It sends what happens, such as messages of customers, to another program.',
    ),
    t('If you didn’t expect this, delete the webhook and change your password now:'),
    toButton(t('See your webhooks'), toPageUrl(site, '/account#webhooks')),
    t('If you can’t sign in, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** Sent when a webhook was paused because a delivery failed too often. Its address is left out: it is input. */
export const webhookPausedEmail = (site: SiteInfo, to: string): Email => ({
  to,
  subject: t('A webhook of your {name} account is paused', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('A webhook of your account is paused: it answered none of eight tries in two days with success.'),
    t('No event is lost. Mend what receives them, then resume the webhook, and everything that waited is sent.'),
    toButton(t('See your webhooks'), toPageUrl(site, '/account#webhooks')),
    site.name,
  ),
});
