import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** To who answered by email: why it was not passed on, or what of it was not. */
export const replyRefusedEmail = (
  site: SiteInfo,
  { to, business, reason, path }: { to: string; business: string; reason: string; path: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Your email about {business}', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    `${t('We received your email in the conversation about {business}.', { business: quoteLine(business) })} ${reason}`,
    toButton(t('Open the conversation'), toPageUrl(site, path)),
    site.name,
  ),
});

/** To a customer whose message the staff did not let through. */
export const messageWithheldEmail = (
  site: SiteInfo,
  { to, business, reason }: { to: string; business: string; reason: string },
): Email => ({
  to,
  subject: t('Your message to {business} was not sent', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('We looked at your message to {business} and didn’t pass it on.', { business: quoteLine(business) }),
    t('Reason: {reason}', { reason: quoteLine(reason) }),
    t('If you think that’s wrong, write to {email}. A person reads it.', { email: site.supportEmail }),
    toButton(t('Contact us'), toPageUrl(site, '/contact')),
    site.name,
  ),
});

/** To a customer who wrote to a business, when it turned out that somebody else read and answered it. */
export const notTheBusinessEmail = (site: SiteInfo, { to, business }: { to: string; business: string }): Email => ({
  to,
  subject: t('About your messages to {business}', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('You wrote to {business} on {name}. The account that received your messages doesn’t represent this business.', {
      business: quoteLine(business),
      name: site.name,
    }),
    t(
      'We’ve taken the listing back from it, and it can’t read or answer your messages anymore. Don’t rely on what it told you, and don’t pay it.',
    ),
    t('If you’ve paid it or sent it anything private, write to {email}. A person reads it.', {
      email: site.supportEmail,
    }),
    toButton(t('Contact us'), toPageUrl(site, '/contact')),
    site.name,
  ),
});
