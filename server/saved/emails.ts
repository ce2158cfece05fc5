import type { LetterSite } from '../accounts/letters.ts';
import type { Letter } from '../mail/mail.ts';

/** The most listings that one mail tells. */
export const TOLD_LISTINGS = 20;

/** What a mail says of a listing. */
export interface NewListing {
  id: number;
  title: string;
  city: string;
}

/** What the new listings are of, and how this is stopped. */
interface NewListings {
  to: string;
  token: string;
  /** As its owner called the search. */
  name: string;
  /** The query of its page. */
  search: string;
  /** The newest first; of more than `TOLD_LISTINGS` it is only said that there are more. */
  listings: NewListing[];
}

/** To who saved a search: what is new in it. */
export function newListingsLetter(
  { name: site, origin }: LetterSite,
  { to, token, name, search, listings }: NewListings,
): Letter {
  const told = listings.slice(0, TOLD_LISTINGS);
  const hasMore = listings.length > told.length;
  const count = `${hasMore ? `More than ${told.length}` : told.length} new ${listings.length === 1 ? 'listing' : 'listings'}`;
  return {
    to,
    subject: `${count}: ${name}`,
    text: `Hello,

${count} for the search that you saved as “${name}”:

${told.map(({ id, title, city }) => `${title}, ${city}\n${origin}/ads/${id}`).join('\n\n')}

${hasMore ? 'The others, and all that it finds' : 'All that it finds'}, the newest first:
${origin}/search?${search}&sort=newest

How often this mail comes, you choose in your account: ${origin}/account#searches
One click stops it:
${origin}/unsubscribe?of=saved-search&token=${token}

${site}`,
    unsubscribe: `${origin}/api/unsubscribe/${token}`,
  };
}
