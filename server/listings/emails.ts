import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
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

/** The email after a listing was published that waits for approval. */
export const waitingEmail = ({ name, origin }: SiteInfo, listing: EmailListing, owner: EmailRecipient): Email => ({
  to: owner.email,
  purpose: toPurpose(owner),
  subject: `We’ll look at your listing on ${name}`,
  text: `Hello,

Thanks for posting ${describeListing(listing, owner)}. ${WAITING_MESSAGE} You’ll hear from us as soon as we have.

Edit or delete it anytime: ${origin}/account

${name}`,
});

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
