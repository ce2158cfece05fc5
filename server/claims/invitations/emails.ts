import { LISTING_INVITATION_DAYS } from '#contract/ownership/invitations.ts';
import type { MemberRole } from '#contract/ownership/members.ts';
import type { SiteInfo } from '../../accounts/emails.ts';
import type { Email } from '../../mail/mailer.ts';
import { quoteLine } from '../../mail/quote.ts';

/** The listing of an invitation, of the staff or of an owner whose email is confirmed; null for all of the owner. */
type InvitedListing = { id: number; title: string } | null;

/** To somebody to whom the site gives a listing that nobody owns. */
export const offerEmail = (
  { name, origin }: SiteInfo,
  { to, listing, token }: { to: string; listing: NonNullable<InvitedListing>; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Is this your business on ${name}?`,
  text: `Hello,

We list this business on ${name}, and would like to hand the listing over to its owner:

${quoteLine(listing.title)}
${origin}/ads/${listing.id}

See it, and accept or decline it here:

${toLink(origin, token)}

It’s free. You’ll need an account with this email address. ${LINK_TERMS} If it isn’t your business, decline it, or ignore this email. Nothing will change.

${name}`,
});

/** To somebody to whom an owner hands listings over. */
export const handOverEmail = (
  { name, origin }: SiteInfo,
  { to, business, listing, token }: { to: string; business: string; listing: InvitedListing; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Take over ${listing ? 'a listing' : 'listings'} on ${name}`,
  text: `Hello,

${quoteLine(business)} wants to hand ${toWhat(listing)} on ${name} over to you.

See what it is, and accept or decline it here:

${toLink(origin, token)}

${LINK_TERMS} If you don’t know who sent you this, decline it, or ignore this email. Nothing will change.

${name}`,
});

/** To somebody whom an owner asks to help with listings. */
export const memberInvitationEmail = (
  { name, origin }: SiteInfo,
  {
    to,
    business,
    role,
    listing,
    token,
  }: { to: string; business: string; role: MemberRole; listing: InvitedListing; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Help with ${listing ? 'a listing' : 'listings'} on ${name}`,
  text: `Hello,

${quoteLine(business)} invites you to ${role === 'manager' ? 'manage' : 'view'} ${toWhat(listing)} on ${name}.

See the invitation, and accept or decline it here:

${toLink(origin, token)}

${LINK_TERMS} If you don’t know who sent you this, decline it, or ignore this email. Nothing will change.

${name}`,
});

/** To an owner who hands listings over, when it was asked for and may be somebody else's doing. */
export const handOverStartedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  { to, recipient, listing }: { to: string; recipient: string; listing: InvitedListing },
): Email => ({
  to,
  purpose: 'security',
  subject: `You’re handing over ${listing ? 'a listing' : 'your listings'} on ${name}`,
  text: `Hello,

Your account asked to hand ${listing ? `the listing ${quoteLine(listing.title)}` : 'all of your listings'} over to ${quoteLine(recipient)}. It stays yours until they accept. Until then you can withdraw it: ${origin}/account#people

If this wasn’t you, withdraw it, change your password, and contact ${supportEmail}.

${name}`,
});

/** To who has listings now. */
export const listingsReceivedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  { to, count }: { to: string; count: number },
): Email => ({
  to,
  subject: count === 1 ? `The listing on ${name} is yours` : `The listings on ${name} are yours`,
  text: `Hello,

${count === 1 ? 'The listing you accepted is now yours.' : `The ${count} listings you accepted are now yours.`} Edit, pause or renew ${count === 1 ? 'it' : 'them'} anytime: ${origin}/account

If you didn’t accept ${count === 1 ? 'it' : 'them'}, contact ${supportEmail}.

${name}`,
});

/** What an invitation was for, of which its sender is notified. */
interface Answer {
  to: string;
  recipient: string;
  role: MemberRole | 'owner';
  /** How many listings changed hands. */
  count?: number;
}

/** To who sent an invitation that was accepted. */
export const acceptedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  { to, recipient, role, count = 1 }: Answer,
): Email => ({
  to,
  subject: `Your invitation on ${name} was accepted`,
  text: `Hello,

${
  role === 'owner'
    ? `${quoteLine(recipient)} accepted. ${count === 1 ? 'The listing now belongs' : `${count} listings now belong`} to them.`
    : `${quoteLine(recipient)} now helps with your listings as ${role}. See who helps you: ${origin}/account#people`
}

If you didn’t expect this, contact ${supportEmail}.

${name}`,
});

/** To who sent an invitation that was declined. */
export const declinedEmail = ({ name }: SiteInfo, { to, recipient, role }: Answer): Email => ({
  to,
  subject: `Your invitation on ${name} was declined`,
  text: `Hello,

${quoteLine(recipient)} declined your invitation to ${role === 'owner' ? 'take over what you offered' : 'help with your listings'}. Nothing has changed.

${name}`,
});

const LINK_TERMS = `The link works once, for ${LISTING_INVITATION_DAYS} days.`;

const toLink = (origin: string, token: string) => `${origin}/join?of=business&token=${token}`;

const toWhat = (listing: InvitedListing) =>
  listing ? `the listing ${quoteLine(listing.title)}` : 'all of its listings';
