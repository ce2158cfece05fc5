import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toTokenUrl } from '#server/platform/mail/write-email.ts';

/** How long a link works, in days. Each email has another one. */
export const LINK_DAYS = 30;

/** To a customer whose link has ended, and who asked for another one. `path` is that of its page. Nothing in it was typed. */
export const newLinkEmail = (
  site: SiteInfo,
  { to, path, token }: { to: string; path: string; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Your new link on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('You asked for a new link to what you wrote to a business on {name}:', { name: site.name }),
    toButton(t('Open the conversation'), toTokenUrl(site, path, token)),
    t('The link works for {days} days. Once you’ve opened it, it works for another day.', { days: LINK_DAYS }),
    t('If you didn’t ask for it, ignore this email. Nobody else got the link.'),
    site.name,
  ),
});
