import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { quoteLine } from '../mail/quote.ts';

/** The claimed listing in emails. Its title comes from open data: it has no owner who could have written it to reach strangers. */
interface ClaimedListing {
  id: number;
  title: string;
}

/** To the address at the domain of the business: opening its link as the claimant, whose own email is confirmed, proves the claim. */
export const claimProofEmail = (
  { name, origin }: SiteInfo,
  { to, username, listing, token }: { to: string; username: string; listing: ClaimedListing; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Is your business listed on ${name}?`,
  text: `Hello,

A ${name} account has claimed this listing and says it represents the business:

${quoteLine(listing.title)}
${origin}/ads/${listing.id}

The account’s username is ${quoteLine(username)}. If it’s yours, sign in and open this link to take over the listing:

${origin}/account/claim?token=${token}

The link works once, for 3 days. If you don’t recognize the account, you can ignore this email. Nothing will change.

${name}`,
});

/** To the claimant who now owns the listing. */
export const claimApprovedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  listing: ClaimedListing,
): Email => ({
  to,
  subject: `Your claim on ${name} was approved`,
  text: `Hello,

The listing you claimed is now yours:

${quoteLine(listing.title)}
${origin}/ads/${listing.id}

Edit it, pause it or add what’s missing: ${origin}/account

If you didn’t claim it, contact ${supportEmail}.

${name}`,
});

/** To a claimant whose claim was declined. */
export const claimDeclinedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { listing, reason }: { listing: ClaimedListing; reason: string },
): Email => ({
  to,
  subject: `Your claim on ${name} was declined`,
  text: `Hello,

We couldn’t approve your claim to this listing:

${quoteLine(listing.title)}
${origin}/ads/${listing.id}

The reason:

${reason}

If you think this is a mistake, contact ${supportEmail} and tell us how we can verify that the business is yours.

${name}`,
});
