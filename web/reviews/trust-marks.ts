import type { Listing } from '#contract/listings.ts';

// Of opening hours: an hour has 60 minutes, a day eight hours.
const BUSINESS_DAY = 480;

/** The stars of a business and how soon it answers, as HTML: a star and '4.5 (12)', 'Answers in about 2 hours'; empty where neither is known. */
export const toTrustMarks = ({ rating, answerMinutes }: Pick<Listing, 'rating' | 'answerMinutes'>): string =>
  (rating
    ? `<span><b class="star"></b> ${rating.average.toFixed(1)}<span class="sr-only"> stars</span> (${rating.count}<span class="sr-only"> reviews</span>)</span> `
    : '') + (answerMinutes === null ? '' : `<span class="optional">Answers ${toTime(answerMinutes)}</span>`);

function toTime(minutes: number): string {
  if (minutes < 45) return 'within an hour';
  const isHours = minutes < 450;
  const count = Math.round(minutes / (isHours ? 60 : BUSINESS_DAY));
  return `in about ${count} ${isHours ? 'hour' : 'business day'}${count > 1 ? 's' : ''}`;
}
