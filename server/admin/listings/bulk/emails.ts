import type { Selectable } from 'kysely';
import type { SiteInfo } from '../../../accounts/emails.ts';
import type { Listings } from '../../../db/schema.ts';
import { describeListing, type EmailRecipient } from '../../../listings/emails.ts';
import type { Email } from '../../../mail/mailer.ts';

type Listing = Pick<Selectable<Listings>, 'id' | 'title' | 'level' | 'paid_until'>;

/** Tells the owner that the staff moved a listing to another category or place, and why. */
export const listingPutEmail = (
  { name, origin, supportEmail }: SiteInfo,
  owner: EmailRecipient,
  {
    listing,
    reason,
    kind,
    to,
  }: { listing: Listing; reason: string; kind: 'listing-recategorized' | 'listing-moved'; to: string },
): Email => ({
  to: owner.email,
  subject: `We changed your listing on ${name}`,
  text: `Hello,

We changed the ${kind === 'listing-moved' ? 'city' : 'category'} of ${describeListing(listing, owner)} to ${to}. The reason:

${reason}

You can still edit it: ${origin}/account/ads/${listing.id}/edit
If you think we made a mistake, contact ${supportEmail} and we’ll look at it again.

${name}`,
});

/** Tells the owner that the staff deleted a listing, and why. */
export const listingDeletedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  owner: EmailRecipient,
  { listing, reason }: { listing: Listing; reason: string },
): Email => ({
  to: owner.email,
  subject: `Your listing on ${name} was deleted`,
  text: `Hello,

We’ve deleted ${describeListing(listing, owner)}, so visitors can’t see it anymore. The reason:

${reason}

${isPaid(listing) ? `It was paid for, and we don’t refund a payment automatically. You can ask for a refund within 7 days of paying: ${origin}/account\n\n` : ''}We can bring it back for 30 days. If you think we made a mistake, contact ${supportEmail} and we’ll look at it again.

${name}`,
});

const isPaid = ({ level, paid_until }: Listing) => level !== 'free' && paid_until !== null && paid_until > new Date();

/** Tells the owner that a change by the staff was undone. */
export const listingRestoredEmail = ({ name, origin }: SiteInfo, owner: EmailRecipient, listing: Listing): Email => ({
  to: owner.email,
  subject: `We took back a change of your listing on ${name}`,
  text: `Hello,

We took back our latest change of ${describeListing(listing, owner)}. It’s back to how it was before: ${origin}/account

${name}`,
});
