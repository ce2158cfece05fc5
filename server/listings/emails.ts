import type { SiteInfo } from '../accounts/emails.ts';
import type { Email, MailPurpose } from '../mail/mailer.ts';
import { quoteLine } from '../mail/quote.ts';
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
  email_confirmed_at ? `your listing ${quoteLine(title)}` : 'your listing';

/** An unconfirmed address may belong to a stranger, who must not be flooded by whoever typed it. */
const toPurpose = ({ email_confirmed_at }: EmailRecipient): MailPurpose =>
  email_confirmed_at ? 'notice' : 'requested';

const dateFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });

/** The email after a listing was published. */
export function publishedEmail({ name, origin }: SiteInfo, listing: EmailListing, owner: EmailRecipient): Email {
  const until = listing.expires_at
    ? `It runs until ${dateFormat.format(listing.expires_at)}. We’ll remind you a week before, and you can renew it with one click.\n\n`
    : '';
  return {
    to: owner.email,
    purpose: toPurpose(owner),
    subject: `Your listing on ${name} is live`,
    text: `Hello,

Good news: ${describeListing(listing, owner)} is live. Visitors can find it here:

${origin}/ads/${listing.id}

${until}Edit, pause or renew it anytime: ${origin}/account

${name}`,
  };
}

/** The email a week before a listing expires. */
export function expiringEmail({ name, origin }: SiteInfo, listing: ExpiringListing, owner: EmailRecipient): Email {
  const until = dateFormat.format(listing.expires_at);
  return {
    to: owner.email,
    purpose: toPurpose(owner),
    subject: `Your listing on ${name} expires on ${until}`,
    text: `Hello,

Just a reminder: ${describeListing(listing, owner)} expires on ${until}:

${origin}/ads/${listing.id}

Renew it with one click to keep it live for ${FREE_DAYS} days from that moment: ${origin}/account

If you no longer need it, you don’t need to do anything.

${name}`,
  };
}

/** The email after a listing expired. */
export function expiredEmail({ name, origin }: SiteInfo, listing: ExpiringListing, owner: EmailRecipient): Email {
  return {
    to: owner.email,
    purpose: toPurpose(owner),
    subject: `Your listing on ${name} has expired`,
    text: `Hello,

We wanted to let you know that ${describeListing(listing, owner)} expired on ${dateFormat.format(listing.expires_at)}, so visitors can’t see it anymore.

Everything is saved. Renew it with one click, and it’s live for another ${FREE_DAYS} days: ${origin}/account

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
    purpose: toPurpose(owner),
    subject: `Your ${listing.level} listing on ${name} is paid until ${until}`,
    text: `Hello,

Just a reminder: ${describeListing(listing, owner)} is ${listing.level} until ${until}:

${origin}/ads/${listing.id}

Nothing renews automatically, and you won’t be charged. To keep it ${listing.level}, extend it. The new term starts when this one ends: ${origin}/account

Otherwise, you don’t need to do anything. Your listing will continue as a free one for ${FREE_DAYS} days.

${name}`,
  };
}

/** A listing with an end: of its own, or of its paid level. */
export type ExpiringListing = EmailListing & { level: string; expires_at: Date; paid_until: Date };

// Owners of more listings find the others in their account.
const MAX_CHECKED = 20;

/** The email that asks an owner whether listings are still right. `token` confirms them, and stops these emails. */
export function accuracyCheckEmail(
  { name, origin }: SiteInfo,
  { to, token, listings }: { to: string; token: string; listings: EmailListing[] },
): Email {
  const isOne = listings.length === 1;
  const rest = listings.length - MAX_CHECKED;
  return {
    to,
    subject: `${isOne ? 'Is your listing' : 'Are your listings'} on ${name} still right?`,
    text: `Hello,

Customers rely on your hours, phone number and address. Please take a moment to check ${isOne ? 'your listing' : 'your listings'}:

${listings
  .slice(0, MAX_CHECKED)
  .map(({ id, title }) => `${quoteLine(title)}\n${origin}/ads/${id}`)
  .join('\n\n')}
${rest > 0 ? `\nAnd ${rest} more, in your account:\n${origin}/account\n` : ''}
Everything is right? Confirm it with one click, and ${isOne ? 'the page says' : 'the pages say'} so:
${origin}/still-right?token=${token}

Something changed? Edit it in your account: ${origin}/account

You get this email twice a year at most. Unsubscribe with one click:
${origin}/unsubscribe?of=accuracy-check&token=${token}

${name}`,
    unsubscribe: `${origin}/api/unsubscribe/${token}`,
  };
}
