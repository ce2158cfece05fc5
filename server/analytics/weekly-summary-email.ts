import type { ListingMetrics } from '#contract/analytics.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
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

// Owners of more listings find the others in their account.
const MAX_LISTINGS = 20;

/** The weekly email to an owner of paid listings, the most viewed first. `token` stops these emails. */
export function weeklySummaryEmail(
  site: SiteInfo,
  { to, token, week, listings }: { to: string; token: string; week: DateRange; listings: ListingWeek[] },
): Email {
  const views = listings.reduce((sum, { now }) => sum + now.views, 0);
  const included = listings.toSorted((a, b) => b.now.views - a.now.views || a.id - b.id).slice(0, MAX_LISTINGS);
  const unanswered = listings.reduce((sum, listing) => sum + listing.unanswered, 0);
  const rest = listings.length - included.length;
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
      ...included.map((listing) => formatListing(site, listing)),
      rest > 0 && t('And {rest} more, in your account.', { rest }),
      unanswered > 0
        ? toButton(t('Answer customers'), toPageUrl(site, '/account#messages'))
        : toButton(t('Open your account'), toPageUrl(site, '/account')),
      t(
        'A view is a visit to your listing page. An impression is your card on screen in a list. Clicks open your website, phone number or map. Each visitor counts once a day for each of these. Bots and your own visits don’t count.',
      ),
      `${t('You get this email on Mondays while you have an Enhanced or Premium listing. Unsubscribe with one click:')}\n${toTokenUrl(site, '/unsubscribe', token)}`,
      name,
    ),
    unsubscribe: `${site.origin}/api/unsubscribe/${token}`,
  };
}

function formatListing(site: SiteInfo, { id, title, now, before }: ListingWeek): string {
  const rows: [label: string, column: keyof Counts][] = [
    [t('Views'), 'views'],
    [t('Impressions'), 'impressions'],
    [t('Website clicks'), 'websiteClicks'],
    [t('Phone clicks'), 'phoneClicks'],
    [t('Map clicks'), 'mapClicks'],
    [t('Shares'), 'shares'],
    [t('New messages'), 'messages'],
  ];
  return [
    quoteLine(title),
    ...rows.map(([label, column]) => `${label}: ${formatCount(now[column])} (${formatCount(before[column])})`),
    toPageUrl(site, `/ads/${id}/analytics`),
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
