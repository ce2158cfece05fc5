import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** To somebody whom an owner, whose email is confirmed, does not let help any more. */
export const memberRemovedEmail = (site: SiteInfo, to: string, { business }: { business: string }): Email => ({
  to,
  subject: t('You no longer help with listings on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      '{business} removed you from the people who help with its listings on {name}. You can’t open them in your account anymore.',
      { business: quoteLine(business), name: site.name },
    ),
    t(
      'Your own account and your own listings stay as they are. If you have questions, ask the business, or contact {email}.',
      { email: site.supportEmail },
    ),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    site.name,
  ),
});

/** To an owner whom somebody does not help any more. */
export const memberLeftEmail = (site: SiteInfo, to: string, { username }: { username: string }): Email => ({
  to,
  subject: t('Somebody no longer helps with your listings on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('{username} left the people who help with your listings on {name}.', {
      username: quoteLine(username),
      name: site.name,
    }),
    toButton(t('See who helps you'), toPageUrl(site, '/account#people')),
    site.name,
  ),
});
