import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import type { Question } from '#web/listing-form/use-post-listing.ts';

/** Asks whether a form is posted as one more listing: the business has one already, or the form was posted before it was changed. */
export default function PostingQuestion({
  question,
  onPost,
  onClose,
}: {
  /** The question; undefined while nothing is asked. */
  question: Question | undefined;
  onPost: () => void;
  onClose: () => void;
}) {
  const isSimilar = question?.kind === 'similar';
  return (
    <Dialog
      open={question !== undefined}
      onClose={onClose}
      title={isSimilar ? t('You already have a listing for this business') : t('Error Posting Ad')}
      actions={
        <>
          <Button onClick={onPost}>{t('Post another listing')}</Button>
          <a
            href={isSimilar ? `/account/ads/${question.listing.id}/edit` : '/account'}
            className={buttonClass({ variant: 'secondary' })}
          >
            {isSimilar ? t('Edit it instead') : t('Go to your account')}
          </a>
        </>
      }
    >
      <p>
        {isSimilar
          ? rich('It’s {title}. To change what visitors see, edit it. What you typed here stays saved.', {
              title: <bdi className="typed font-semibold">{question.listing.title}</bdi>,
            })
          : t(
              'You already posted this form, then changed it. The posted listing is in your account, where you can edit it.',
            )}
      </p>
    </Dialog>
  );
}
