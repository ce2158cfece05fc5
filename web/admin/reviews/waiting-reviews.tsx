import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { WaitingReview } from '#contract/reviews/review-queue.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { useQueueKeys } from '#web/admin/approvals/use-queue-keys.ts';
import { DecisionTimes } from '#web/admin/overview/decision-times.tsx';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { WaitingReviewCard } from './waiting-review-card.tsx';
import { WithholdDialog } from './withhold-dialog.tsx';

const PAGE_SIZE = 20;

/** New, changed and reported reviews, and appeals, decided on by buttons or by one key each. */
export function WaitingReviews() {
  const list = useCursorPages<WithBlock<WaitingReview>>(`${ADMIN_API_PREFIX}reviews?limit=${PAGE_SIZE}`, PAGE_SIZE);
  const client = useQueryClient();
  const [withholding, setWithholding] = useState<WaitingReview>();
  const [hasKeys, setHasKeys] = useState(true);
  const [at, setAt] = useState(0);
  const rows = list.rows ?? [];
  const index = Math.min(at, Math.max(0, rows.length - 1));
  const current = rows[index];
  const decidable = current?.blocked === null ? current : undefined;

  const decide = async ({ id }: WaitingReview, verb: 'show' | 'withhold', body?: object) => {
    const failure = await toFailure(t('Not decided'), () =>
      send('POST', `${ADMIN_API_PREFIX}reviews/${id}/${verb}`, body),
    );
    invalidateAdminQueries(client);
    if (failure && verb === 'show') toast({ title: t('Not decided'), description: failure.message, tone: 'danger' });
    if (!failure) toast({ title: verb === 'show' ? t('Review shown') : t('Review withheld'), tone: 'success' });
    return failure;
  };
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setAt(next);
    document.getElementById(`review-${rows[next]?.id}`)?.focus();
  };
  useQueueKeys(hasKeys && !withholding, {
    a: () => decidable && void decide(decidable, 'show'),
    d: () => decidable && setWithholding(decidable),
    j: () => move(index + 1),
    k: () => move(index - 1),
  });

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-muted text-sm">
          <kbd className="rounded border px-1.5 font-semibold">a</kbd> {t('Show')} ·{' '}
          <kbd className="rounded border px-1.5 font-semibold">d</kbd> {t('Withhold…')} ·{' '}
          <kbd className="rounded border px-1.5 font-semibold">j</kbd>{' '}
          <kbd className="rounded border px-1.5 font-semibold">k</kbd> {t('Next, previous')}
        </p>
        <Switch label={t('Use these keys')} checked={hasKeys} onChange={(event) => setHasKeys(event.target.checked)} />
      </div>
      <DecisionTimes queues={['reviews', 'appeals']} />
      <PaginatedList
        list={list}
        itemsLabel={t('reviews')}
        errorTitle={t('Failed to fetch the reviews that wait')}
        empty={
          <EmptyState title={t('No reviews wait for a decision')}>
            {t(
              'New and changed reviews with signs of a fake wait here until somebody has read them, and so do reported ones and appeals. The others are shown after twelve hours.',
            )}
          </EmptyState>
        }
      >
        {(waiting) => (
          <ul className="grid gap-4">
            {waiting.map((review, position) => (
              <li key={review.id}>
                <WaitingReviewCard
                  review={review}
                  isCurrent={position === index}
                  onFocus={() => setAt(position)}
                  onShow={() => void decide(review, 'show')}
                  onWithhold={() => setWithholding(review)}
                />
              </li>
            ))}
          </ul>
        )}
      </PaginatedList>
      {withholding && (
        <WithholdDialog
          onClose={() => setWithholding(undefined)}
          onWithhold={(decision) => decide(withholding, 'withhold', decision)}
        />
      )}
    </div>
  );
}
