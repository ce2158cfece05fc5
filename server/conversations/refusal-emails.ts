import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { disarmLine, quoteLine } from '../mail/quote.ts';
import { joinParagraphs, toPageUrl } from '../mail/write-email.ts';

/** To who answered by email: why it was not passed on, or what of it was not. */
export const replyRefusedEmail = (
  site: SiteInfo,
  { to, business, reason, path }: { to: string; business: string; reason: string; path: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Your email about {business}', { business: disarmLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    `${t('We received your email in the conversation about {business}.', { business: quoteLine(business) })} ${reason}`,
    t('Open the conversation: {url}', { url: toPageUrl(site, path) }),
    site.name,
  ),
});

/** To a customer whose message the staff did not let through. */
export const messageWithheldEmail = (
  site: SiteInfo,
  { to, business, reason }: { to: string; business: string; reason: string },
): Email => ({
  to,
  subject: t('Your message to {business} was not sent', { business: disarmLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('We looked at your message to {business} and didn’t pass it on.', { business: quoteLine(business) }),
    t('Reason: {reason}', { reason: quoteLine(reason) }),
    t('If you think that’s wrong, write to {email}. A person reads it.', { email: site.supportEmail }),
    site.name,
  ),
});
