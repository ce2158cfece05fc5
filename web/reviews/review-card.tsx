import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Review } from '#contract/reviews/reviews.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { PictureLinks } from '#web/base/ui/picture-links.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { formatMonth } from './format-month.ts';
import { Stars } from './stars.tsx';

const PROOFS = {
  conversation: t('after a conversation'),
  receipt: t('with a receipt code'),
  document: t('with a receipt'),
};

/**
 * A review with the reply of the business.
 * @param business who replies
 * @param children below it, such as buttons
 */
export function ReviewCard({
  review: { author, proof, stars, text, visitedMonth, purchased, language, pictures, reply, editedAt },
  publishedAt,
  business,
  children,
}: {
  review: Omit<Review, 'publishedAt'>;
  publishedAt?: string;
  business: string;
  children?: ReactNode;
}) {
  return (
    <article className="border-t py-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Stars stars={stars} />
        <bdi className="font-semibold">{author}</bdi>
        <span className="text-muted text-sm">
          {t('Visited {month}', { month: formatMonth(visitedMonth) })} · {PROOFS[proof]}
          {publishedAt && (
            <>
              {' '}
              · <LongDate at={publishedAt} />
            </>
          )}
          {editedAt && ` · ${t('edited')}`}
        </span>
      </p>
      {purchased && <p className="typed mt-1 text-muted text-sm">{purchased}</p>}
      <p lang={language} className="typed mt-2 max-w-measure whitespace-pre-line">
        {text}
      </p>
      <PictureLinks pictures={pictures} />
      {reply && (
        <div className="mt-3 max-w-measure border-l-4 pl-4">
          <p className="text-muted text-sm">
            {rich('{business} replied on {date}', {
              business: <bdi className="font-semibold">{business}</bdi>,
              date: <LongDate at={reply.at} />,
            })}
            {reply.editedAt && ` · ${t('edited')}`}
          </p>
          <p className="typed mt-1 whitespace-pre-line">{reply.text}</p>
        </div>
      )}
      {children}
    </article>
  );
}
