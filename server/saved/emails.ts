import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

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
  /** The query string of the search page. */
  search: string;
  /** The newest first; beyond `MAX_LISTINGS_PER_EMAIL` the email only says that there are more. */
  listings: NewListing[];
}

/** To the owner of a saved search: its new listings. */
export function newListingsEmail(site: SiteInfo, { to, token, name, search, listings }: NewListingsEmailData): Email {
  const shown = listings.slice(0, MAX_LISTINGS_PER_EMAIL);
  const hasMore = listings.length > shown.length;
  const count = shown.length;
  const results = toPageUrl(site, `/search?${search}&sort=newest`);
  return {
    to,
    subject: hasMore
      ? t('More than {count} new listings: {search}', { count, search: defangLine(name) })
      : t('{count, plural, one {# new listing} other {# new listings}}: {search}', { count, search: defangLine(name) }),
    text: joinParagraphs(
      t('Hello,'),
      hasMore
        ? t('More than {count} new listings for your saved search {search}:', { count, search: quoteLine(name) })
        : t('{count, plural, one {# new listing} other {# new listings}} for your saved search {search}:', {
            count,
            search: quoteLine(name),
          }),
      ...shown.map((listing) => `${describeListing(listing)}\n${toPageUrl(site, `/ads/${listing.id}`)}`),
      toButton(hasMore ? t('See the rest, newest first') : t('See all results, newest first'), results),
      [
        t('Change how often you get this email in your account: {url}', { url: toPageUrl(site, '/account#searches') }),
        t('Unsubscribe with one click:'),
        toTokenUrl(site, '/unsubscribe?of=saved-search', token),
      ].join('\n'),
      site.name,
    ),
    unsubscribe: `${site.origin}/api/unsubscribe/${token}`,
  };
}

const describeListing = ({ isConfirmed, title, city }: NewListing) =>
  isConfirmed ? `${quoteLine(title)}, ${defangLine(city)}` : t('A new listing');
