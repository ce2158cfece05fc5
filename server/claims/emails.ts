import { t, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

/** The claimed listing in emails. Its title comes from open data: it has no owner who could have written it to reach strangers. */
interface ClaimedListing {
  id: number;
  title: string;
}

const toLines = (site: SiteInfo, { id, title }: ClaimedListing) =>
  `${quoteLine(title)}\n${toPageUrl(site, `/ads/${id}`)}`;

/** To the address at the domain of the business: opening its link as the claimant, whose own email is confirmed, proves the claim. */
export const claimProofEmail = (
  site: SiteInfo,
  { to, username, listing, token }: { to: string; username: string; listing: ClaimedListing; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Verify the claim of {business} on {name}', { business: defangLine(listing.title), name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('A {name} account has claimed this listing and says it represents the business:', { name: site.name }),
    toLines(site, listing),
    t('The account’s username is {username}. If it’s yours, sign in and open this link to take over the listing:', {
      username: quoteLine(username),
    }),
    toButton(t('Take over the listing'), toTokenUrl(site, '/account/claim', token)),
    t(
      'The link works once, for 3 days. If you don’t recognize the account, you can ignore this email. Nothing will change.',
    ),
    site.name,
  ),
});

/** To a claimant whose claim waits for the staff. */
export const claimReceivedEmail = (site: SiteInfo, to: string, listing: ClaimedListing): Email => ({
  to,
  subject: t('We received your claim of {business}', { business: defangLine(listing.title) }),
  text: joinParagraphs(
    t('Hello,'),
    t('We received your claim to this listing:'),
    toLines(site, listing),
    t('A person will review it, and we’ll email you when we decide. Until then, your account shows it as “In review.”'),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    t('To add or correct something, claim the listing again. The new claim replaces this one, with its document.'),
    t('If you didn’t claim it, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** To the claimant who now owns the listing. */
export const claimApprovedEmail = (site: SiteInfo, to: string, listing: ClaimedListing): Email => ({
  to,
  subject: t('Your claim of {business} was approved', { business: defangLine(listing.title) }),
  text: joinParagraphs(
    t('Hello,'),
    t('The listing you claimed is now yours:'),
    toLines(site, listing),
    t('Edit it, pause it or add what’s missing:'),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    t('If you didn’t claim it, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** To a claimant whose claim was declined. */
export const claimDeclinedEmail = (
  site: SiteInfo,
  to: string,
  { listing, reason }: { listing: ClaimedListing; reason: string },
): Email => ({
  to,
  subject: t('Your claim of {business} was declined', { business: defangLine(listing.title) }),
  text: joinParagraphs(
    t('Hello,'),
    t('We couldn’t approve your claim to this listing:'),
    quoteLine(listing.title),
    t('The reason:'),
    translateDefined(reason),
    toButton(t('View listing'), toPageUrl(site, `/ads/${listing.id}`)),
    t('If you think this is a mistake, contact {email} and tell us how we can verify that the business is yours.', {
      email: site.supportEmail,
    }),
    site.name,
  ),
});
