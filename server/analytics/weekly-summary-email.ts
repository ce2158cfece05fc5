import type { ListingMetrics } from '#contract/analytics.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { quoteLine } from '../mail/quote.ts';
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

const ROWS: [label: string, keyof Counts][] = [
  ['Views', 'views'],
  ['Impressions', 'impressions'],
  ['Website clicks', 'websiteClicks'],
  ['Phone clicks', 'phoneClicks'],
  ['Map clicks', 'mapClicks'],
  ['Shares', 'shares'],
  ['New messages', 'messages'],
];

/** The weekly email to an owner of paid listings, the most viewed first. `token` stops these emails. */
export function weeklySummaryEmail(
  { name, origin }: SiteInfo,
  { to, token, week, listings }: { to: string; token: string; week: DateRange; listings: ListingWeek[] },
): Email {
  const views = listings.reduce((sum, { now }) => sum + now.views, 0);
  const included = listings.toSorted((a, b) => b.now.views - a.now.views || a.id - b.id).slice(0, MAX_LISTINGS);
  const unanswered = listings.reduce((sum, listing) => sum + listing.unanswered, 0);
  const rest = listings.length - included.length;
  return {
    to,
    subject: `Your week on ${name}: ${formatCount(views)} ${views === 1 ? 'view' : 'views'}`,
    text: `Hello,
${unanswered === 0 ? '' : `\n${unanswered === 1 ? 'One customer waits' : `${formatCount(unanswered)} customers wait`} for your answer:\n${origin}/account#messages\n`}
Here’s how your ${listings.length === 1 ? 'listing' : 'listings'} did from ${formatDay(week.from)}, to ${formatDay(week.to)}. Numbers in parentheses are for the week before.

${included.map((listing) => formatListing(origin, listing)).join('\n\n')}
${rest === 0 ? '' : `\nAnd ${rest} more, in your account:\n${origin}/account\n`}
A view is a visit to your listing page. An impression is your card on screen in a list. Clicks open your website, phone number or map. Each visitor counts once a day for each of these. Bots and your own visits don’t count.

You get this email on Mondays while you have an Enhanced or Premium listing. Unsubscribe with one click:
${origin}/unsubscribe?token=${token}

${name}`,
    unsubscribe: `${origin}/api/unsubscribe/${token}`,
  };
}

const formatListing = (origin: string, { id, title, now, before }: ListingWeek) =>
  [
    quoteLine(title),
    ...ROWS.map(([label, column]) => `  ${label}: ${formatCount(now[column])} (${formatCount(before[column])})`),
    `${origin}/ads/${id}/analytics`,
  ].join('\n');

const formatCount = (number: number) => number.toLocaleString('en-US');

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' });
const formatDay = (date: string) => dayFormat.format(new Date(date));
