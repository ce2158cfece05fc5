import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';

/** The most listings that one email lists. */
export const MAX_LISTINGS_PER_EMAIL = 20;

/** A listing in the email. */
export interface NewListing {
  id: number;
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
    subject: `${count}: ${name}`,
    text: `Hello,

${count} for the search that you saved as “${name}”:

${shown.map(({ id, title, city }) => `${title}, ${city}\n${origin}/ads/${id}`).join('\n\n')}

${hasMore ? 'The others, and all that it finds' : 'All that it finds'}, the newest first:
${origin}/search?${search}&sort=newest

How often this mail comes, you choose in your account: ${origin}/account#searches
One click stops it:
${origin}/unsubscribe?of=saved-search&token=${token}

${site}`,
    unsubscribe: `${origin}/api/unsubscribe/${token}`,
  };
}
