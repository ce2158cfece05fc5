import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { OwnersReview } from '#contract/reviews/reviews.ts';
import { REVIEW_RULES, type ReviewRule } from '#contract/reviews/rules.ts';
import { type ApiError, type Page, send } from '../../app/api.ts';
import { toFailure } from '../../app/run-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select, TextArea } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { ReceiptCodes } from '../receipt-codes/receipt-codes.tsx';
import { ReviewCard } from '../review-card.tsx';

const PATH = '/api/user/reviews';
const reviewsQuery = infiniteQueryOptions<
  Page<OwnersReview>,
  ApiError,
  InfiniteData<Page<OwnersReview>>,
  [string],
  string
>({ queryKey: [PATH], initialPageParam: PATH, getNextPageParam: ({ next }) => next, staleTime: 0 });

/** The reviews of the user's listings, each with a reply and a report, below the cards to ask for more. */
export default function OwnersReviews() {
  return (
    <>
      <ReceiptCodes />
      <Reviews />
    </>
  );
}

function Reviews() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(reviewsQuery);
  const rows = data?.pages.flatMap(({ items }) => items);
  if (error && !rows)
    return (
      <div role="alert">
        <EmptyState
          title={t('We couldn’t load your reviews')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!rows) return <Spinner label={t('Loading your reviews…')} className="min-h-40" />;
  if (rows.length === 0)
    return (
      <EmptyState title={t('No reviews yet')}>
        {t(
          'Customers can review you after you’ve answered their message, or with a receipt code that you hand out. You can reply to each review once, in public.',
        )}
      </EmptyState>
    );
  return (
    <>
      {rows.map((review) => (
        <OwnersReviewItem key={review.id} review={review} />
      ))}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </>
  );
}

function OwnersReviewItem({ review }: { review: OwnersReview }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'reply' | 'remove' | 'report'>();
  const [text, setText] = useState('');
  const [rule, setRule] = useState<ReviewRule | ''>('');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const open = (what: 'reply' | 'remove' | 'report') => {
    setText(what === 'reply' ? (review.reply?.text ?? '') : '');
    setState({});
    setAsking(what);
  };
  const act = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('That didn’t work'), async () => {
      const path = `${PATH}/${review.id}`;
      if (asking === 'reply') await send('PUT', `${path}/reply`, { text });
      if (asking === 'remove') await send('DELETE', `${path}/reply`);
      if (asking === 'report') await send('POST', `${path}/report`, { rule, text });
      await client.invalidateQueries({ queryKey: [PATH] });
      toast({
        title: { reply: t('Reply published'), remove: t('Reply removed'), report: t('Report sent') }[asking ?? 'reply'],
        tone: 'success',
      });
      setAsking(undefined);
    });
    setState({ failure: failure && (failure.issues?.[0]?.message ?? failure.message) });
  };
  return (
    <ReviewCard review={review} publishedAt={review.publishedAt} business={review.listing.title}>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Button size="sm" variant="secondary" onClick={() => open('reply')}>
          {review.reply ? t('Change reply') : t('Reply', null, 'verb')}
        </Button>
        {review.reply && (
          <Button size="sm" variant="ghost" onClick={() => open('remove')}>
            {t('Remove reply')}
          </Button>
        )}
        {review.reported ? (
          <span className="text-muted text-sm">{t('Reported: we’re looking at it.')}</span>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => open('report')}>
            {t('Report', null, 'verb')}
          </Button>
        )}
        <a href={`/ads/${review.listing.id}`} className="link text-sm">
          {review.listing.title}
        </a>
      </p>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(undefined)}
          title={
            { reply: t('Reply in public'), remove: t('Remove your reply?'), report: t('Report this review') }[asking]
          }
          actions={
            <>
              <Button
                variant={asking === 'remove' ? 'danger' : 'primary'}
                busy={state.busy ?? false}
                onClick={() => void act()}
              >
                {{ reply: t('Publish reply'), remove: t('Remove'), report: t('Send report') }[asking]}
              </Button>
              <Button variant="secondary" onClick={() => setAsking(undefined)}>
                {t('Cancel')}
              </Button>
            </>
          }
        >
          <div className="grid gap-4">
            {asking === 'report' && (
              <>
                <p>{t('A person reads it and decides. The review stays until then. What you pay changes nothing.')}</p>
                <Field label={t('Which rule does it break?')}>
                  {(control) => (
                    <Select {...control} value={rule} onChange={(event) => setRule(event.target.value as ReviewRule)}>
                      <option value="">{t('Choose a rule')}</option>
                      {Object.entries(REVIEW_RULES).map(([value, label]) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </>
            )}
            {asking === 'remove' ? (
              <p role="alert" className="text-danger empty:hidden">
                {state.failure}
              </p>
            ) : (
              <Field
                label={asking === 'reply' ? t('Your reply') : t('What should we know?')}
                optional={asking === 'report'}
                error={state.failure}
              >
                {(control) => (
                  <TextArea
                    {...control}
                    rows={4}
                    maxLength={asking === 'reply' ? 2000 : 1000}
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                  />
                )}
              </Field>
            )}
          </div>
        </Dialog>
      )}
    </ReviewCard>
  );
}
