import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { describeListing, type EmailRecipient, type NamedListing, nameBusiness } from '#server/listings/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** Tells the owner that a listing is not shown, why, and what became of the payment. */
export const listingDeclinedEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  { listing, reason, isPaid }: { listing: NamedListing; reason: string; isPaid: boolean },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('We can’t show your listing on {name}', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('We looked at {listing}, and we can’t show it. The reason:', { listing: describeListing(listing, owner) }),
    reason,
    t('You can still edit it:'),
    toButton(t('Edit the listing'), toPageUrl(site, `/account/ads/${listing.id}/edit`)),
    t('When you’ve fixed it, or if you think we made a mistake, contact {email} and we’ll review it again.', {
      email: site.supportEmail,
    }),
    isPaid &&
      t(
        'You paid for this listing, and we saved your payment as a credit. Use it for another listing, or request a refund within 7 days of paying: {url}',
        { url: toPageUrl(site, '/account?tab=payments') },
      ),
    site.name,
  ),
});
