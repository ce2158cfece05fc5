import type { ListingMetrics } from '#contract/analytics.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { MailingKind } from '#contract/mailings.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';
import type { DateRange } from './date-range.ts';

type Counts = Omit<ListingMetrics, 'averageSeconds' | 'clickRate'> & {
  /** Conversations that customers began. */
  messages: number;
};

/** The metrics of a listing in a week and in the week before. */
export interface ListingWeek {
  id: number;
  title: string;
  now: Counts;
  before: Counts;
  /** How many conversations wait for a first answer, of any week. */
  unanswered: number;
}

/** That of paid listings is sent to all of their owners who did not stop it, that of free listings to those who turned it on. */
export type SummaryKind = MailingKind & ('weekly-summary' | 'free-summary');

/** What a summary says to whom. `token` stops these emails. */
export interface SummaryFacts {
  to: string;
  token: string;
  kind: SummaryKind;
  week: DateRange;
  listings: ListingWeek[];
}

// Owners of more listings find the others in their account.
const MAX_LISTINGS = 20;

/**
 * The weekly email to an owner of paid listings, or of free ones: the most viewed first. Metrics other than views and messages
 * are those of paid listings.
 */
export function weeklySummaryEmail(site: SiteInfo, { to, token, kind, week, listings }: SummaryFacts): Email {
  const views = listings.reduce((sum, { now }) => sum + now.views, 0);
  const included = listings.toSorted((a, b) => b.now.views - a.now.views || a.id - b.id).slice(0, MAX_LISTINGS);
  const unanswered = listings.reduce((sum, listing) => sum + listing.unanswered, 0);
  const rest = listings.length - included.length;
  const isFree = kind === 'free-summary';
  const { name } = site;
  return {
    to,
    subject: t('Your week on {name}: {views, plural, one {# view} other {# views}}', { name, views }),
    text: joinParagraphs(
      t('Hello,'),
      unanswered > 0 &&
        t('{unanswered, plural, one {One customer waits} other {# customers wait}} for your answer.', { unanswered }),
      t(
        'Here’s how your {count, plural, one {listing} other {listings}} did from {from}, to {to}. Numbers in parentheses are for the week before.',
        { count: listings.length, from: formatWeekday(week.from), to: formatWeekday(week.to) },
      ),
      ...included.map((listing) => (isFree ? formatFree : formatPaid)(site, listing)),
      rest > 0 && t('And {rest} more, in your account.', { rest }),
      unanswered > 0
        ? toButton(t('Answer customers'), toPageUrl(site, '/account#messages'))
        : toButton(t('Open your account'), toPageUrl(site, '/account')),
      isFree
        ? t(
            'A view is a visit to your listing page. Each visitor counts once a day. Bots and your own visits don’t count.',
          )
        : t(
            'A view is a visit to your listing page. An impression is your card on screen in a list. Clicks open your website, phone number or map. Each visitor counts once a day for each of these. Bots and your own visits don’t count.',
          ),
      isFree
        ? `${t('You get this email on Mondays because you turned it on in your account. Unsubscribe with one click:')}\n${toTokenUrl(site, '/unsubscribe?of=free-summary', token)}`
        : `${t('You get this email on Mondays while you have an Enhanced or Premium listing. Unsubscribe with one click:')}\n${toTokenUrl(site, '/unsubscribe', token)}`,
      name,
    ),
    unsubscribe: `${site.origin}/api/unsubscribe/${token}`,
  };
}

function formatFree(site: SiteInfo, listing: ListingWeek): string {
  return formatListing(listing, toPageUrl(site, `/ads/${listing.id}`), [
    [t('Views'), 'views'],
    [t('New messages'), 'messages'],
  ]);
}

function formatPaid(site: SiteInfo, listing: ListingWeek): string {
  return formatListing(listing, toPageUrl(site, `/ads/${listing.id}/analytics`), [
    [t('Views'), 'views'],
    [t('Impressions'), 'impressions'],
    [t('Website clicks'), 'websiteClicks'],
    [t('Phone clicks'), 'phoneClicks'],
    [t('Map clicks'), 'mapClicks'],
    [t('Shares'), 'shares'],
    [t('New messages'), 'messages'],
  ]);
}

function formatListing(
  { title, now, before }: ListingWeek,
  url: string,
  rows: [label: string, column: keyof Counts][],
): string {
  return [
    quoteLine(title),
    ...rows.map(([label, column]) => `${label}: ${formatCount(now[column])} (${formatCount(before[column])})`),
    url,
  ].join('\n');
}

const formatCount = (number: number) => number.toLocaleString(toLocale(getLanguage()));

const formatWeekday = (date: string) =>
  new Date(date).toLocaleDateString(toLocale(getLanguage()), {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  });
