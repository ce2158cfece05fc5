import type { SiteInfo } from '../accounts/emails.ts';
import { describeListing, type EmailRecipient } from '../listings/emails.ts';
import type { Email } from '../mail/mailer.ts';

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
  subject: `Your listing is hidden at ${name}`,
  text: `Hello,

we have hidden ${describeListing(listing, owner)}: visitors do not see it any more. The reason:

${reason}

You can still edit it: ${origin}/account/ads/${listing.id}/edit
When it is mended, or if you think that we are wrong, write to ${supportEmail}. We then look at it again.

${name}`,
});

/** Notifies the owner that the listing is visible again. */
export const listingShownEmail = (
  { name, origin }: SiteInfo,
  owner: EmailRecipient,
  listing: HiddenListing,
): Email => ({
  to: owner.email,
  subject: `Your listing is no longer hidden at ${name}`,
  text: `Hello,

we no longer hide ${describeListing(listing, owner)}. It is as it was before: ${origin}/account

${name}`,
});
