import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';

// Of opening hours: an hour has 60 minutes, a day eight hours.
const BUSINESS_DAY = 480;

/** The stars of a business and how soon it answers, as HTML: a star and '4.5 (12)', 'Answers in about 2 hours'; empty where neither is known. */
export const toTrustMarks = ({ rating, answerMinutes }: Pick<Listing, 'rating' | 'answerMinutes'>): string =>
  (rating ? `<span><b class="star"></b> ${toRating(rating)}</span> ` : '') +
  (answerMinutes === null ? '' : `<span class="optional">${toSpeed(answerMinutes)}</span>`);

/** Only who hears it learns what the numbers are. */
const toRating = ({ average, count }: NonNullable<Listing['rating']>): string =>
  t('{average}{hidden} stars{end} ({count}{hidden} reviews{end})', {
    average: average.toFixed(1),
    count,
    hidden: '<span class="sr-only">',
    end: '</span>',
  });

function toSpeed(minutes: number): string {
  if (minutes < 45) return t('Answers within an hour');
  if (minutes < 450)
    return t('Answers in about {count, plural, one {# hour} other {# hours}}', { count: Math.round(minutes / 60) });
  return t('Answers in about {count, plural, one {# business day} other {# business days}}', {
    count: Math.round(minutes / BUSINESS_DAY),
  });
}
