import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';

/** The most listings that one mail tells. */
export const MAX_LISTINGS_PER_EMAIL = 20;

/** What a mail says of a listing. */
export interface NewListing {
  id: number;
  title: string;
  city: string;
}

/** What the new listings are of, and how this is stopped. */
interface NewListingsEmailData {
  to: string;
  token: string;
  /** As its owner called the search. */
  name: string;
  /** The query of its page. */
  search: string;
  /** The newest first; of more than `MAX_LISTINGS_PER_EMAIL` it is only said that there are more. */
  listings: NewListing[];
}

/** To who saved a search: what is new in it. */
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
