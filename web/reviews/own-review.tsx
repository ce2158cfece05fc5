import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ownReviewQuery } from './own-review-query.ts';
import { OwnReviewStatus } from './own-review-status.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewForm } from './review-form.tsx';

type Asking = 'write' | 'delete' | 'appeal';

interface RequestState {
  busy?: boolean;
  failure?: string | undefined;
}

/**
 * One's review of a business: writing, changing and deleting it, and appealing.
 * @param path see `ownReviewQuery`
 * @param name that one gave the business
 */
export default function OwnReview({ path, name = '' }: { path: string; name?: string }) {
  const client = useQueryClient();
  const { queryKey } = ownReviewQuery(path);
  const { data } = useQuery(ownReviewQuery(path));
  const [asking, setAsking] = useState<Asking>();
  const [state, setState] = useState<RequestState>({});
  const [appeal, setAppeal] = useState('');
  if (!data || (!data.canWrite && !data.review)) return null;
  const { business, review, canWrite, needsDocument } = data;

  const act = async (title: string, request: () => Promise<unknown>) => {
    setState({ busy: true });
    const failure = await toFailure(t('That didn’t work'), async () => {
      await request();
      await client.invalidateQueries({ queryKey });
      setAsking(undefined);
      toast({ title, tone: 'success' });
    });
    setState({ failure: failure && (failure.issues?.[0]?.message ?? failure.message) });
    return failure;
  };

  return (
    <section aria-labelledby="own-review" className="mt-10">
      <Card className="p-5">
        <h2 id="own-review" className="text-xl">
          {review ? t('Your review') : t('How was {business}?', { business })}
        </h2>
        {review ? (
          <>
            <OwnReviewStatus review={review} canWrite={canWrite} />
            <ReviewCard review={review} business={business} />
          </>
        ) : (
          <p className="mt-2 text-muted">
            {t(
              'Only customers can review a business: who wrote with it here, has one of its receipt codes or shows us a receipt. The business can reply, and can’t hide or delete it.',
            )}
          </p>
        )}
        <p className="mt-3 flex flex-wrap gap-3">
          {canWrite && (
            <Button onClick={() => setAsking('write')}>{review ? t('Change your review') : t('Write a review')}</Button>
          )}
          {review?.withheld?.canAppeal && (
            <Button variant="secondary" onClick={() => setAsking('appeal')}>
              {t('Appeal')}
            </Button>
          )}
          {review && (
            <Button variant="secondary" onClick={() => setAsking('delete')}>
              {t('Delete')}
            </Button>
          )}
        </p>
      </Card>
      {asking === 'write' && (
        <ReviewForm
          business={business}
          review={review}
          name={name}
          needsReceipt={needsDocument}
          onClose={() => setAsking(undefined)}
          onSend={(form) => act(t('Review sent'), () => send('PUT', path, form))}
        />
      )}
      {(asking === 'delete' || asking === 'appeal') && (
        <QuestionDialog
          asking={asking}
          state={state}
          appeal={appeal}
          onAppealChange={setAppeal}
          onConfirm={() =>
            void (asking === 'delete'
              ? act(t('Review deleted'), () => send('DELETE', path))
              : act(t('Appeal sent'), () => send('POST', `${path}/appeal`, { text: appeal })))
          }
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

function QuestionDialog({
  asking,
  state,
  appeal,
  onAppealChange,
  onConfirm,
  onClose,
}: {
  asking: Exclude<Asking, 'write'>;
  state: RequestState;
  appeal: string;
  onAppealChange: (appeal: string) => void;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={asking === 'delete' ? t('Delete your review?') : t('Appeal this decision')}
      actions={
        <>
          <Button variant={asking === 'delete' ? 'danger' : 'primary'} busy={state.busy ?? false} onClick={onConfirm}>
            {asking === 'delete' ? t('Delete') : t('Send appeal')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      {asking === 'delete' ? (
        <p>{t('It’s gone for good, with the reply of the business.')}</p>
      ) : (
        <Field
          label={t('Why should it be shown?')}
          error={state.failure}
          hint={t('You can appeal once. A person reads it.')}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={1000}
              value={appeal}
              onChange={(event) => onAppealChange(event.target.value)}
            />
          )}
        </Field>
      )}
      {asking === 'delete' && (
        <p role="alert" className="mt-3 text-danger empty:hidden">
          {state.failure}
        </p>
      )}
    </Dialog>
  );
}
