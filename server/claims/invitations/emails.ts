import { t } from '#contract/i18n/t.ts';
import { LISTING_INVITATION_DAYS } from '#contract/ownership/invitations.ts';
import type { MemberRole } from '#contract/ownership/members.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

/** The listing of an invitation, of the staff or of an owner whose email is confirmed; null for all of the owner. */
export type InvitedListing = { id: number; title: string } | null;

/** To somebody to whom the site gives a listing that nobody owns. */
export const offerEmail = (
  site: SiteInfo,
  { to, listing, token }: { to: string; listing: NonNullable<InvitedListing>; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Is {title} your business?', { title: defangLine(listing.title) }),
  text: joinParagraphs(
    t('Hello,'),
    t('We list this business on {name}, and would like to hand the listing over to its owner:', { name: site.name }),
    `${quoteLine(listing.title)}\n${toPageUrl(site, `/ads/${listing.id}`)}`,
    t('See it, and accept or decline it here:'),
    toLink(site, token),
    t(
      'It’s free. You’ll need an account with this email address. The link works once, for {days} days. If it isn’t your business, decline it, or ignore this email. Nothing will change.',
      { days: LISTING_INVITATION_DAYS },
    ),
    site.name,
  ),
});

/** To somebody to whom an owner hands listings over. */
export const handOverEmail = (
  site: SiteInfo,
  { to, business, listing, token }: { to: string; business: string; listing: InvitedListing; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: listing
    ? t('Take over {title} on {name}', { title: defangLine(listing.title), name: site.name })
    : t('Take over the listings of {business} on {name}', { business: defangLine(business), name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    listing
      ? t('{business} wants to hand the listing {title} on {name} over to you.', {
          business: quoteLine(business),
          title: quoteLine(listing.title),
          name: site.name,
        })
      : t('{business} wants to hand all of its listings on {name} over to you.', {
          business: quoteLine(business),
          name: site.name,
        }),
    t('See what it is, and accept or decline it here:'),
    toLink(site, token),
    describeLink(),
    site.name,
  ),
});

/** To somebody whom an owner asks to help with listings. */
export const memberInvitationEmail = (
  site: SiteInfo,
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
  subject: listing
    ? t('Help with {title} on {name}', { title: defangLine(listing.title), name: site.name })
    : t('Help with the listings of {business} on {name}', { business: defangLine(business), name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    listing
      ? t('{business} invites you to {role, select, manager {manage} other {view}} the listing {title} on {name}.', {
          business: quoteLine(business),
          role,
          title: quoteLine(listing.title),
          name: site.name,
        })
      : t('{business} invites you to {role, select, manager {manage} other {view}} all of its listings on {name}.', {
          business: quoteLine(business),
          role,
          name: site.name,
        }),
    t('See the invitation, and accept or decline it here:'),
    toLink(site, token),
    describeLink(),
    site.name,
  ),
});

const describeLink = () =>
  t(
    'The link works once, for {days} days. If you don’t know who sent you this, decline it, or ignore this email. Nothing will change.',
    { days: LISTING_INVITATION_DAYS },
  );

const toLink = (site: SiteInfo, token: string) =>
  toButton(t('See the invitation'), toTokenUrl(site, '/join?of=business', token));
