import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { FREE_DAYS } from './lifecycle/states.ts';

/** The facts of a listing that an email contains. */
export interface EmailListing {
  id: number;
  title: string;
  expires_at: Date | null;
}

/** The recipient of an email. */
export interface EmailRecipient {
  email: string;
  /** Null until the owner has confirmed the address. */
  email_confirmed_at: Date | null;
}

/**
 * How an email names a listing. The title is sent to confirmed addresses only: an unconfirmed address may belong to a
 * stranger, and must not receive text that somebody typed.
 */
export const describeListing = ({ title }: Pick<EmailListing, 'title'>, { email_confirmed_at }: EmailRecipient) =>
  email_confirmed_at ? `your listing “${title}”` : 'your listing';

const dateFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });

/** The email after a listing was published. */
export function publishedEmail({ name, origin }: SiteInfo, listing: EmailListing, owner: EmailRecipient): Email {
  const until = listing.expires_at
    ? `It is shown until ${dateFormat.format(listing.expires_at)}. We write to you a week before, and renewing it takes one click.\n\n`
    : '';
  return {
    to: owner.email,
    subject: `Your listing is live at ${name}`,
    text: `Hello,

${describeListing(listing, owner)} is live. Visitors find it here:

${origin}/ads/${listing.id}

${until}Edit, pause or renew it whenever you like: ${origin}/account

${name}`,
  };
}

/** The email a week before a listing expires. */
export function expiringEmail({ name, origin }: SiteInfo, listing: ExpiringListing, owner: EmailRecipient): Email {
  const until = dateFormat.format(listing.expires_at);
  return {
    to: owner.email,
    subject: `Your listing at ${name} expires on ${until}`,
    text: `Hello,

${describeListing(listing, owner)} expires on ${until}:

${origin}/ads/${listing.id}

Renew it with one click, and it is shown for ${FREE_DAYS} days from then: ${origin}/account

If you no longer need it, there is nothing to do.

${name}`,
  };
}

/** The email after a listing expired. */
export function expiredEmail({ name, origin }: SiteInfo, listing: ExpiringListing, owner: EmailRecipient): Email {
  return {
    to: owner.email,
    subject: `Your listing at ${name} has expired`,
    text: `Hello,

${describeListing(listing, owner)} expired on ${dateFormat.format(listing.expires_at)}, and visitors do not see it any more.

Nothing is lost: renew it with one click, and it is back for ${FREE_DAYS} days: ${origin}/account

${name}`,
  };
}

/** The email a week before a paid level ends. */
export function paidTermEndingEmail(
  { name, origin }: SiteInfo,
  listing: ExpiringListing,
  owner: EmailRecipient,
): Email {
  const until = dateFormat.format(listing.paid_until);
  return {
    to: owner.email,
    subject: `Your ${listing.level} listing at ${name} is paid until ${until}`,
    text: `Hello,

${describeListing(listing, owner)} is ${listing.level} until ${until}:

${origin}/ads/${listing.id}

Nothing renews by itself and nothing is charged. To keep it ${listing.level}, renew it; a term that you pay now begins when this
one ends: ${origin}/account

Otherwise there is nothing to do. It then goes on as a free listing for ${FREE_DAYS} days.

${name}`,
  };
}

/** A listing with an end: of its own, or of its paid level. */
export type ExpiringListing = EmailListing & { level: string; expires_at: Date; paid_until: Date };
