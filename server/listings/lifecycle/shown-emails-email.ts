import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { type EmailRecipient, toPurpose } from '#server/listings/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** The only email about the address that listings from before emails became private still show. */
export const shownEmailsEmail = (site: SiteInfo, owner: EmailRecipient): Email => ({
  to: owner.email,
  purpose: toPurpose(owner),
  subject: t('Customers can see your email address on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'Emails of new listings on {name} are private unless their owners show them. You posted before that, so visitors can still see the email address of your listing.',
      { name: site.name },
    ),
    t('To hide it, or to keep showing it, open your account and choose with one click:'),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    t('Customers can still write to you with the “Message” button, which doesn’t show your address.'),
    site.name,
  ),
});
