import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { describeListing, type EmailRecipient, type NamedListing, nameBusiness } from '#server/listings/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

/** Notifies the owner that the listing is hidden. */
export const listingHiddenEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  { listing, reason }: { listing: NamedListing; reason: string },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('Your listing on {name} is hidden', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    t('We’ve hidden {listing}, so visitors can’t see it anymore. The reason:', {
      listing: describeListing(listing, owner),
    }),
    reason,
    t('You can still edit it:'),
    toButton(t('Edit the listing'), toPageUrl(site, `/account/ads/${listing.id}/edit`)),
    t('When you’ve fixed it, or if you think we made a mistake, ask us to look again: {url}', {
      url: toPageUrl(site, `/account/ads/${listing.id}/changes`),
    }),
    t('Questions? Write to {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** Notifies the owner that the listing is visible again, with the answer to what the owner said against the hiding. */
export const listingShownEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  { listing, answer }: { listing: NamedListing; answer?: string | undefined },
): Email => ({
  to: owner.email,
  subject: nameBusiness(listing, owner, t('Your listing on {name} is no longer hidden', { name: site.name })),
  text: joinParagraphs(
    t('Hello,'),
    answer && t('You objected to the hiding of your listing, and we looked at it again. Our answer:'),
    answer,
    t('We no longer hide {listing}. It’s back to how it was before:', { listing: describeListing(listing, owner) }),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    site.name,
  ),
});
