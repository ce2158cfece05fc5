import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';

/** The claimed listing in emails. Its title is safe to send: it has no owner who could have written it to reach strangers. */
interface ClaimedListing {
  id: number;
  title: string;
}

/** To the address at the domain of the business: opening its link as the claimant proves the claim. */
export const claimProofEmail = (
  { name, origin }: SiteInfo,
  { to, username, listing, token }: { to: string; username: string; listing: ClaimedListing; token: string },
): Email => ({
  to,
  subject: `Is your business listed at ${name}?`,
  text: `Hello,

an account at ${name} asks to keep this listing, as the business that it is about:

${listing.title}
${origin}/ads/${listing.id}

The account is called “${username}”. If it is yours, sign in to it and open this link, and the listing is yours:

${origin}/account/claim?token=${token}

The link works once, for 3 days. If you do not know the account, ignore this mail: nothing changes.

${name}`,
});

/** To the claimant who now owns the listing. */
export const claimApprovedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  listing: ClaimedListing,
): Email => ({
  to,
  subject: `Your claim at ${name} was approved`,
  text: `Hello,

the listing that you claimed is yours:

${listing.title}
${origin}/ads/${listing.id}

Edit it, pause it, or add what is missing: ${origin}/account

If you did not claim it, write to ${supportEmail}.

${name}`,
});

/** To a claimant whose claim was declined. */
export const claimDeclinedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { listing, reason }: { listing: ClaimedListing; reason: string },
): Email => ({
  to,
  subject: `Your claim at ${name} was declined`,
  text: `Hello,

we did not approve your claim of this listing:

${listing.title}
${origin}/ads/${listing.id}

The reason:

${reason}

If that is a mistake, write to ${supportEmail} and tell us how we can see that the business is yours.

${name}`,
});
