import type { SiteInfo } from '../../accounts/emails.ts';
import { describeListing, type EmailRecipient } from '../../listings/emails.ts';
import type { Email } from '../../mail/mailer.ts';

/** Tells the owner that a listing is not shown, why, and what became of the payment. */
export const listingDeclinedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  owner: EmailRecipient,
  { listing, reason, isPaid }: { listing: { id: number; title: string }; reason: string; isPaid: boolean },
): Email => ({
  to: owner.email,
  subject: `We can’t show your listing on ${name}`,
  text: `Hello,

We looked at ${describeListing(listing, owner)}, and we can’t show it. The reason:

${reason}

You can still edit it: ${origin}/account/ads/${listing.id}/edit
When you’ve fixed it, or if you think we made a mistake, contact ${supportEmail} and we’ll review it again.

${isPaid ? `You paid for this listing, and we saved your payment as a credit. Use it for another listing, or request a refund within 7 days of paying: ${origin}/account?tab=payments\n\n` : ''}${name}`,
});
