import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

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
