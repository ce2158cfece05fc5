import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** Tells who reported a listing that it stays, and why if the staff said so. */
export const reportKeptEmail = (
  site: SiteInfo,
  to: string,
  { listing, reason }: { listing: { id: number; title: string }; reason: string },
): Email => ({
  to,
  subject: t('Your report on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Thank you for reporting “{title}”. We looked at it, and the listing stays.', { title: listing.title }),
    ...(reason ? [t('The reason:'), reason] : []),
    toButton(t('View listing'), toPageUrl(site, `/ads/${listing.id}`)),
    t('If you know more, report it again or contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** Tells who reported a listing that it is hidden, and why. */
export const reportHiddenEmail = (
  site: SiteInfo,
  to: string,
  { listing, reason }: { listing: { title: string }; reason: string },
): Email => ({
  to,
  subject: t('We hid the listing you reported'),
  text: joinParagraphs(
    t('Hello,'),
    t('Thank you for reporting “{title}”. We looked at it and hid it, so visitors can’t see it anymore.', {
      title: listing.title,
    }),
    t('The reason:'),
    reason,
    toButton(t('Find a business'), toPageUrl(site, '/search')),
    t('Questions? Write to {email}.', { email: site.supportEmail }),
    site.name,
  ),
});
