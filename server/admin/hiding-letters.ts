import type { LetterSite } from '../accounts/letters.ts';
import { type LetterOwner, named } from '../listings/emails.ts';
import type { Letter } from '../mail/mail.ts';

/** What letters say of a listing that was hidden. */
interface HiddenListing {
  id: number;
  title: string;
}

/** To the owner of a listing that the administrator hides. */
export const hiddenLetter = (
  { name, origin, supportEmail }: LetterSite,
  owner: LetterOwner,
  { listing, reason }: { listing: HiddenListing; reason: string },
): Letter => ({
  to: owner.email,
  subject: `Your listing is hidden at ${name}`,
  text: `Hello,

we have hidden ${named(listing, owner)}: visitors do not see it any more. The reason:

${reason}

You can still edit it: ${origin}/account/ads/${listing.id}/edit
When it is mended, or if you think that we are wrong, write to ${supportEmail}. We then look at it again.

${name}`,
});

/** To the owner of a listing that is hidden no more. */
export const shownLetter = ({ name, origin }: LetterSite, owner: LetterOwner, listing: HiddenListing): Letter => ({
  to: owner.email,
  subject: `Your listing is no longer hidden at ${name}`,
  text: `Hello,

we no longer hide ${named(listing, owner)}. It is as it was before: ${origin}/account

${name}`,
});
