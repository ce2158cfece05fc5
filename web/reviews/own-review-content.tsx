import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { CloseHere } from '#web/conversations/close-here.tsx';
import { EndedLink } from '#web/conversations/ended-link.tsx';
import OwnReview from './own-review.tsx';
import { ownReviewQuery } from './own-review-query.ts';

interface Unavailable {
  title: string;
  text: ReactNode;
}

/**
 * The content of a page of one's own review, or why there is none.
 * @param endedToken of a link that led to it and does not work any more
 * @param missing what it says when there is nothing at the address
 * @param refused and when they may not write one, with what they can do instead
 */
export function OwnReviewContent({
  path,
  endedToken = null,
  missing,
  refused,
}: {
  path: string;
  endedToken?: string | null;
  missing: Unavailable;
  refused: (business: string) => Unavailable & { action: ReactNode };
}) {
  const { data, error, refetch } = useQuery(ownReviewQuery(path));
  if (error?.status === 404 && endedToken !== null) return <EndedLink token={endedToken} />;
  if (error) {
    const isMissing = error.status === 404;
    return (
      <EmptyState
        as="h1"
        title={isMissing ? missing.title : t('We couldn’t load your review')}
        action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
      >
        {isMissing ? missing.text : error.message}
      </EmptyState>
    );
  }
  if (!data) return <Spinner label={t('Loading your review…')} className="min-h-60" />;
  if (!data.canWrite && !data.review) {
    const { title, text, action } = refused(data.business);
    return (
      <EmptyState as="h1" title={title} action={action}>
        {text}
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto max-w-180">
      <h1 className="typed text-2xl sm:text-3xl">{data.business}</h1>
      <OwnReview path={path} />
      <CloseHere />
    </div>
  );
}
