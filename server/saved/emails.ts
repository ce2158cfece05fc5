import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { disarmLine, quoteLine } from '../mail/quote.ts';

/** The most listings that one email lists. */
export const MAX_LISTINGS_PER_EMAIL = 20;

/** A listing in the email. */
export interface NewListing {
  id: number;
  /** Whether it comes from open data, or its owner's email is confirmed: only then the email shows what the owner typed. */
  isConfirmed: boolean;
  title: string;
  city: string;
}

/** The new listings of a search, and the token that stops its emails. */
interface NewListingsEmailData {
  to: string;
  token: string;
  /** The name that the owner gave the search. */
  name: string;
  /** The query string of its page. */
  search: string;
  /** The newest first; beyond `MAX_LISTINGS_PER_EMAIL` the email only says that there are more. */
  listings: NewListing[];
}

/** To the owner of a saved search: its new listings. */
export function newListingsEmail(
  { name: site, origin }: SiteInfo,
  { to, token, name, search, listings }: NewListingsEmailData,
): Email {
  const shown = listings.slice(0, MAX_LISTINGS_PER_EMAIL);
  const hasMore = listings.length > shown.length;
  const count = `${hasMore ? `More than ${shown.length}` : shown.length} new ${listings.length === 1 ? 'listing' : 'listings'}`;
  return {
    to,
    subject: `${count}: ${disarmLine(name)}`,
    text: `Hello,

${count} for your saved search ${quoteLine(name)}:

${shown.map((listing) => `${describeListing(listing)}\n${origin}/ads/${listing.id}`).join('\n\n')}

${hasMore ? 'See the rest and all other results' : 'See all results'}, newest first:
${origin}/search?${search}&sort=newest

Change how often you get this email in your account: ${origin}/account#searches
Unsubscribe with one click:
${origin}/unsubscribe?of=saved-search&token=${token}

${site}`,
    unsubscribe: `${origin}/api/unsubscribe/${token}`,
  };
}

const describeListing = ({ isConfirmed, title, city }: NewListing) =>
  isConfirmed ? `${quoteLine(title)}, ${disarmLine(city)}` : 'A new listing';
