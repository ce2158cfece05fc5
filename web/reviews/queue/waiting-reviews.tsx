import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { FAKE_SIGNS, toScore } from '#contract/reviews/fake-signs.ts';
import type { WaitingReview } from '#contract/reviews/reviews.ts';
import { REVIEW_RULES, type ReviewRule } from '#contract/reviews/rules.ts';
import { invalidateAdminQueries } from '../../admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '../../admin/admin-queries.ts';
import { useQueueKeys } from '../../admin-listings/approvals/use-queue-keys.ts';
import { send } from '../../app/api.ts';
import { toFailure } from '../../app/run-mutation.ts';
import { useCursorPages } from '../../app/use-cursor-pages.ts';
import { rich } from '../../i18n/rich.ts';
import { PaginatedList } from '../../layout/paginated-list.tsx';
import { DecisionTimes } from '../../today/decision-times.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select, TextArea } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { DateTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { ReviewCard } from '../review-card.tsx';

const PAGE_SIZE = 20;

/** New, changed and reported reviews, and appeals, decided on by buttons or by one key each. */
export function WaitingReviews() {
  const list = useCursorPages<WaitingReview>(`${ADMIN_API_PREFIX}reviews?limit=${PAGE_SIZE}`, PAGE_SIZE);
  const client = useQueryClient();
  const [withholding, setWithholding] = useState<WaitingReview>();
  const [hasKeys, setHasKeys] = useState(true);
  const [at, setAt] = useState(0);
  const rows = list.rows ?? [];
  const index = Math.min(at, Math.max(0, rows.length - 1));
  const current = rows[index];

  const decide = async ({ id }: WaitingReview, verb: 'show' | 'withhold', body?: object) => {
    const failure = await toFailure(t('Not decided'), () =>
      send('POST', `${ADMIN_API_PREFIX}reviews/${id}/${verb}`, body),
    );
    invalidateAdminQueries(client);
    if (failure && verb === 'show') toast({ title: t('Not decided'), description: failure.message, tone: 'danger' });
    if (!failure) toast({ title: verb === 'show' ? t('Review shown') : t('Review withheld'), tone: 'success' });
    return failure?.issues?.[0]?.message ?? failure?.message;
  };
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setAt(next);
    document.getElementById(`review-${rows[next]?.id}`)?.focus();
  };
  useQueueKeys(hasKeys && !withholding, {
    a: () => current && void decide(current, 'show'),
    d: () => current && setWithholding(current),
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
                <Card className={`px-5 pb-5 ${position === index ? 'border-pacific' : ''}`}>
                  <section
                    id={`review-${review.id}`}
                    tabIndex={-1}
                    aria-label={t('Review of {listing}', { listing: review.listing.title })}
                    onFocus={() => setAt(position)}
                  >
                    <p className="py-4">
                      <a href={`/admin/ads/${review.listing.id}`} className="link">
                        {review.listing.title}
                      </a>
                      <span className="block text-muted text-sm">
                        {kindOf(review)} · {rich('due {at}', { at: <DateTime at={review.dueAt} /> })}
                      </span>
                    </p>
                    {review.signs.length > 0 && (
                      <p className="mb-4 rounded-field bg-poppy-wash px-4 py-2.5">
                        <span className="font-semibold">
                          {t('Signs of a fake ({score}):', { score: toScore(review.signs) })}
                        </span>{' '}
                        {review.signs.map((sign) => FAKE_SIGNS[sign].text).join('; ')}.
                      </p>
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
                      <p className="mt-4 flex flex-wrap gap-2">
                        <Button size="sm" onClick={() => void decide(review, 'show')}>
                          {review.status === 'shown' && !review.earlier ? t('Leave it') : t('Show')}
                        </Button>
                        <Button size="sm" variant="secondary" onClick={() => setWithholding(review)}>
                          {t('Withhold…')}
                        </Button>
                      </p>
                    </ReviewCard>
                  </section>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </PaginatedList>
      {withholding && (
        <WithholdDialog
          onClose={() => setWithholding(undefined)}
          onWithhold={async (decision) => {
            const failure = await decide(withholding, 'withhold', decision);
            if (!failure) setWithholding(undefined);
            return failure;
          }}
        />
      )}
    </div>
  );
}

const kindOf = ({ appeal, earlier, report, status }: WaitingReview) =>
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

function WithholdDialog({
  onClose,
  onWithhold,
}: {
  onClose: () => void;
  onWithhold: (decision: { rule: ReviewRule | ''; reason: string }) => Promise<string | undefined>;
}) {
  const [rule, setRule] = useState<ReviewRule | ''>('');
  const [reason, setReason] = useState('');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const submit = async () => {
    setState({ busy: true });
    setState({ failure: await onWithhold({ rule, reason }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Withhold this review?')}
      actions={
        <>
          <Button
            variant="danger"
            busy={state.busy ?? false}
            disabled={rule === '' || reason.trim() === ''}
            onClick={() => void submit()}
          >
            {t('Withhold')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {t(
            'The page of the listing counts it by this rule. Its author is emailed the rule and the reason, and can appeal.',
          )}
        </p>
        <Field label={t('Rule')}>
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
        <Field label={t('Reason')} hint={t('The author will see this.')} error={state.failure}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
