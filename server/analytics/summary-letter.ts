import type { Figures } from '#contract/analytics.ts';
import type { LetterSite } from '../accounts/letters.ts';
import type { Letter } from '../mail/mail.ts';
import type { Range } from './figures-range.ts';

type Counts = Omit<Figures, 'averageSeconds' | 'clickRate'>;

/** What a listing brought in a week, and in the one before. */
export interface ListingWeek {
  id: number;
  title: string;
  now: Counts;
  before: Counts;
}

// Whoever has more of them looks at the table in the account.
const MOST_LISTINGS = 20;

const ROWS: [label: string, keyof Counts][] = [
  ['Views', 'views'],
  ['Impressions', 'impressions'],
  ['Website clicks', 'websiteClicks'],
  ['Phone clicks', 'phoneClicks'],
  ['Map clicks', 'mapClicks'],
  ['Shares', 'shares'],
];

/** On Mondays, to who has listings at a paid level, those with most views first. `token` stops it. */
export function summaryLetter(
  { name, origin }: LetterSite,
  { to, token, week, listings }: { to: string; token: string; week: Range; listings: ListingWeek[] },
): Letter {
  const views = listings.reduce((sum, { now }) => sum + now.views, 0);
  const told = listings.toSorted((a, b) => b.now.views - a.now.views || a.id - b.id).slice(0, MOST_LISTINGS);
  const rest = listings.length - told.length;
  return {
    to,
    subject: `Your week at ${name}: ${count(views)} ${views === 1 ? 'view' : 'views'}`,
    text: `Hello,

this is what your ${listings.length === 1 ? 'listing' : 'listings'} brought from ${inWords(week.from)}, to ${inWords(week.to)}. In parentheses: the week before.

${told.map((listing) => inLines(origin, listing)).join('\n\n')}
${rest === 0 ? '' : `\nAnd ${rest} more, in your account:\n${origin}/account\n`}
A view is a visit to the page of a listing, an impression its card in view in a list; clicks open your website, phone
number or map. Each visitor counts once a day for each of these. Programs and your own visits are left out.

You get this mail on Mondays while you have a premium or enhanced listing. One click stops it:
${origin}/unsubscribe?token=${token}

${name}`,
    unsubscribe: `${origin}/api/unsubscribe/${token}`,
  };
}

const inLines = (origin: string, { id, title, now, before }: ListingWeek) =>
  [
    title,
    ...ROWS.map(([label, column]) => `  ${label}: ${count(now[column])} (${count(before[column])})`),
    `${origin}/ads/${id}/analytics`,
  ].join('\n');

const count = (number: number) => number.toLocaleString('en-US');

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' });
const inWords = (date: string) => day.format(new Date(date));
