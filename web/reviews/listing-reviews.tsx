import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { ReviewSort, ListingReviews as Reviews } from '#contract/reviews/reviews.ts';
import { REVIEW_RULES } from '#contract/reviews/rules.ts';
import { getJson, type Page } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { ReviewCard } from './review-card.tsx';
import { Stars } from './stars.tsx';

type ReviewPage = Reviews & Pick<Page<unknown>, 'next'>;

/** The reviews of a listing: what they come to, a page of them by age or usefulness, and how many are not shown. */
export default function ListingReviews({ listing: { id, businessName, unclaimed } }: { listing: ListingPage }) {
  const { data: first } = useQuery(queries.reviews(String(id)));
  const [sort, setSort] = useState<ReviewSort>('newest');
  // Undefined for the first page of the newest, which the page came with.
  const [loaded, setLoaded] = useState<ReviewPage[]>();
  const { busy, runMutation } = useRunMutation();
  if (!first) return null;
  const { count, average, histogram, withheld } = first;
  // Nobody can have written to a business that has not joined.
  if (unclaimed && count === 0 && withheld.length === 0) return null;
  const pages = loaded ?? [first as ReviewPage];
  const next = pages.at(-1)?.next;
  const showMore = () =>
    runMutation(t('We couldn’t load more reviews'), async () =>
      setLoaded([...pages, (await getJson(next ?? '')) as ReviewPage]),
    );
  const changeSort = (chosen: ReviewSort) =>
    runMutation(t('We couldn’t sort the reviews'), async () => {
      setLoaded([(await getJson(`/api/ads/${id}/reviews?sort=${chosen}`)) as ReviewPage]);
      setSort(chosen);
    });
  return (
    <Section title={t('Reviews')} id="reviews">
      {average !== null && histogram && <Summary count={count} average={average} histogram={histogram} />}
      {count === 0 && <p className="text-muted">{t('No reviews yet. Customers can review it.')}</p>}
      {count > 2 && (
        <>
          <p className="mt-5">
            <Select
              aria-label={t('Order of the reviews')}
              value={sort}
              disabled={busy}
              onChange={(event) => void changeSort(event.target.value as ReviewSort)}
              className="min-h-11! w-auto! py-1.5!"
            >
              <option value="newest">{t('Newest first')}</option>
              <option value="useful">{t('Most useful first')}</option>
            </Select>
          </p>
          {sort === 'useful' && (
            <p role="status" className="mt-2 max-w-measure text-muted text-sm">
              {t(
                'Newer and longer reviews come first, and those that say what was bought. A text of 600 characters counts as much as half a year, a purchase as two months. Stars don’t count.',
              )}
            </p>
          )}
        </>
      )}
      <div className="mt-4">
        {pages.flatMap(({ reviews }) =>
          reviews.map((review) => (
            <ReviewCard key={review.id} review={review} publishedAt={review.publishedAt} business={businessName} />
          )),
        )}
      </div>
      {next && (
        <Button variant="secondary" busy={busy} onClick={() => void showMore()}>
          {t('Show more reviews')}
        </Button>
      )}
      <p className="mt-4 max-w-measure text-muted text-sm">
        {withheld.length > 0 && `${withheldText(withheld)} `}
        {rich(
          'Reviews come from people who wrote with the business here, have one of its <codes>receipt codes</codes> or show us <receipt>a receipt</receipt>. Its plan doesn’t affect them.',
          {
            codes: (text) => (
              <a href="/receipt-codes" className="link">
                {text}
              </a>
            ),
            receipt: (text) => (
              <a href={`/review/${id}`} rel="nofollow" className="link">
                {text}
              </a>
            ),
          },
        )}
      </p>
    </Section>
  );
}

function Summary({ count, average, histogram }: { count: number; average: number; histogram: number[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
      <p>
        <span className="block font-semibold text-3xl tabular-nums">{average.toFixed(1)}</span>
        <Stars stars={average} className="text-xl" />
        <span className="block text-muted text-sm">
          {t('{count, plural, one {# review} other {# reviews}}', { count })}
        </span>
      </p>
      <ul aria-label={t('Reviews by stars')} className="grid min-w-60 gap-1 text-sm">
        {[5, 4, 3, 2, 1].map((stars) => (
          <li key={stars} className="grid grid-cols-[5rem_minmax(0,1fr)_3rem] items-center gap-3">
            <span>{t('{stars, plural, one {# star} other {# stars}}', { stars })}</span>
            <progress
              aria-hidden="true"
              className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-poppy [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-poppy"
              max={count}
              value={histogram[stars - 1] ?? 0}
            />
            <span className="text-right tabular-nums">{formatNumber(histogram[stars - 1] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** '3 not shown: 2 no contact with the business, 1 insult or threat.' */
function withheldText(withheld: Reviews['withheld']): string {
  const total = withheld.reduce((sum, { count }) => sum + count, 0);
  const rules = withheld.map(({ rule, count }) => t('{count} {rule}', { count, rule: REVIEW_RULES[rule] })).join(', ');
  return t('{total} not shown: {rules}.', { total, rules });
}
