import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import { FAKE_SIGNS, toScore } from '#contract/reviews/fake-signs.ts';
import type { WaitingReview } from '#contract/reviews/review-queue.ts';
import { REVIEW_RULES } from '#contract/reviews/rules.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { ListedWords } from '#web/admin/messages/listed-words.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { ReviewCard } from '#web/reviews/review-card.tsx';

/** A review that waits for a decision: why it does, its text, and the buttons to decide. */
export function WaitingReviewCard({
  review,
  isCurrent,
  onFocus,
  onShow,
  onWithhold,
}: {
  review: WithBlock<WaitingReview>;
  isCurrent: boolean;
  onFocus: () => void;
  onShow: () => void;
  onWithhold: () => void;
}) {
  return (
    <Card className={`px-5 pb-5 ${isCurrent ? 'border-pacific' : ''}`}>
      <section
        id={`review-${review.id}`}
        tabIndex={-1}
        aria-label={t('Review of {listing}', { listing: review.listing.title })}
        onFocus={onFocus}
      >
        <p className="py-4">
          <a href={`/admin/ads/${review.listing.id}`} className="link">
            {review.listing.title}
          </a>
          <span className="block text-muted text-sm">
            {describeKind(review)} · {rich('due {at}', { at: <DateTime at={review.dueAt} /> })}
          </span>
        </p>
        {review.signs.length > 0 && (
          <div className="mb-4 rounded-field bg-poppy-wash px-4 py-2.5">
            <span className="font-semibold">{t('Signs of a fake ({score}):', { score: toScore(review.signs) })}</span>{' '}
            {review.signs.map((sign) => FAKE_SIGNS[sign].text).join('; ')}.
            <ListedWords words={review.words} />
          </div>
        )}
        {review.document && (
          <p className="pb-4">
            <a href={review.document.src} target="_blank" rel="noreferrer" className="link">
              {t('Look at the receipt')}
            </a>{' '}
            {t('(deleted with your decision)')}
          </p>
        )}
        {review.earlier && (
          <p className="pb-4">
            {rich('Visitors read until then: {stars} of 5 stars, {text}', {
              stars: review.earlier.stars,
              text: <q className="typed">{review.earlier.text}</q>,
            })}
          </p>
        )}
        {review.report && (
          <p className="pb-4">
            {t('The business reports: {rule}.', { rule: REVIEW_RULES[review.report.rule] })}{' '}
            {review.report.text && <q className="typed">{review.report.text}</q>}
          </p>
        )}
        {review.appeal && (
          <p className="pb-4">
            {rich('Withheld for {rule} ({reason}). The author appeals: {text}', {
              rule: REVIEW_RULES[review.appeal.rule],
              reason: <q className="typed">{review.appeal.reason}</q>,
              text: <q className="typed">{review.appeal.text}</q>,
            })}
          </p>
        )}
        <ReviewCard review={{ ...review, editedAt: null }} business={review.listing.title}>
          <Decidable blocked={review.blocked}>
            <p className="mt-4 flex flex-wrap gap-2">
              <Button size="sm" onClick={onShow}>
                {review.status === 'shown' && !review.earlier ? t('Leave it') : t('Show')}
              </Button>
              <Button size="sm" variant="secondary" onClick={onWithhold}>
                {t('Withhold…')}
              </Button>
            </p>
          </Decidable>
        </ReviewCard>
      </section>
    </Card>
  );
}

const describeKind = ({ appeal, earlier, report, status }: WaitingReview) =>
  appeal
    ? t('Appeal')
    : earlier
      ? report
        ? t('Changed review, reported')
        : t('Changed review')
      : report
        ? t('Reported review')
        : status === 'waiting'
          ? t('New review')
          : t('Review', null, 'noun');
