import type { SiteInfo } from '../../accounts/emails.ts';
import { describeListing, type EmailRecipient } from '../../listings/emails.ts';
import type { Email } from '../../mail/mailer.ts';

/** The facts of a hidden listing that emails contain. */
interface HiddenListing {
  id: number;
  title: string;
}

/** Notifies the owner that the listing is hidden. */
export const listingHiddenEmail = (
  { name, origin, supportEmail }: SiteInfo,
  owner: EmailRecipient,
  { listing, reason }: { listing: HiddenListing; reason: string },
): Email => ({
  to: owner.email,
  subject: `Your listing on ${name} is hidden`,
  text: `Hello,

We’ve hidden ${describeListing(listing, owner)}, so visitors can’t see it anymore. The reason:

${reason}

You can still edit it: ${origin}/account/ads/${listing.id}/edit
When you’ve fixed it, or if you think we made a mistake, contact ${supportEmail} and we’ll review it again.

${name}`,
});

/** Notifies the owner that the listing is visible again. */
export const listingShownEmail = (
  { name, origin }: SiteInfo,
  owner: EmailRecipient,
  listing: HiddenListing,
): Email => ({
  to: owner.email,
  subject: `Your listing on ${name} is no longer hidden`,
  text: `Hello,

We no longer hide ${describeListing(listing, owner)}. It’s back to how it was before: ${origin}/account

${name}`,
});
