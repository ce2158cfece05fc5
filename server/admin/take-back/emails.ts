import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** To an owner, and to who claimed the listing, from whom it was taken back. */
export const listingTakenBackEmail = (
  site: SiteInfo,
  to: string,
  { listing, reason }: { listing: { id: number; title: string }; reason: string },
): Email => ({
  to,
  subject: t('We took back a listing on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('This listing no longer belongs to your account, and it’s back to how it was before:'),
    quoteLine(listing.title),
    toButton(t('View listing'), toPageUrl(site, `/ads/${listing.id}`)),
    t('The reason:'),
    reason,
    t(
      'Photos, hours and everything else that you added are gone from it. What you paid for it and haven’t used up is a credit in your account.',
    ),
    t('If you think this is a mistake, contact {email} and tell us how we can verify that the business is yours.', {
      email: site.supportEmail,
    }),
    site.name,
  ),
});
