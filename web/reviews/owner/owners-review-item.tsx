import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { OwnersReview } from '#contract/reviews/reviews.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ReviewCard } from '#web/reviews/review-card.tsx';
import { RuleField } from '#web/reviews/rule-field.tsx';
import { OWNER_REVIEWS_PATH } from './owner-review-queries.ts';

type Asking = 'reply' | 'remove' | 'report';

interface RequestState {
  busy?: boolean;
  failure?: string | undefined;
}

/** A review, with a reply and a report by the owner of its listing. */
export function OwnersReviewItem({ review }: { review: OwnersReview }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const [text, setText] = useState('');
  const [rule, setRule] = useState<ReviewRule | ''>('');
  const [state, setState] = useState<RequestState>({});
  const open = (what: Asking) => {
    setText(what === 'reply' ? (review.reply?.text ?? '') : '');
    setState({});
    setAsking(what);
  };
  const act = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('That didn’t work'), async () => {
      const path = `${OWNER_REVIEWS_PATH}/${review.id}`;
      if (asking === 'reply') await send('PUT', `${path}/reply`, { text });
      if (asking === 'remove') await send('DELETE', `${path}/reply`);
      if (asking === 'report') await send('POST', `${path}/report`, { rule, text });
      await client.invalidateQueries({ queryKey: [OWNER_REVIEWS_PATH] });
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
        <QuestionDialog
          asking={asking}
          answer={{ text, rule }}
          state={state}
          onTextChange={setText}
          onRuleChange={setRule}
          onConfirm={() => void act()}
          onClose={() => setAsking(undefined)}
        />
      )}
    </ReviewCard>
  );
}

function QuestionDialog({
  asking,
  answer: { text, rule },
  state,
  onTextChange,
  onRuleChange,
  onConfirm,
  onClose,
}: {
  asking: Asking;
  answer: { text: string; rule: ReviewRule | '' };
  state: RequestState;
  onTextChange: (text: string) => void;
  onRuleChange: (rule: ReviewRule | '') => void;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={{ reply: t('Reply in public'), remove: t('Remove your reply?'), report: t('Report this review') }[asking]}
      actions={
        <>
          <Button variant={asking === 'remove' ? 'danger' : 'primary'} busy={state.busy ?? false} onClick={onConfirm}>
            {{ reply: t('Publish reply'), remove: t('Remove'), report: t('Send report') }[asking]}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {asking === 'report' && (
          <>
            <p>{t('A person reads it and decides. The review stays until then. What you pay changes nothing.')}</p>
            <RuleField label={t('Which rule does it break?')} value={rule} onChange={onRuleChange} />
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
                onChange={(event) => onTextChange(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
