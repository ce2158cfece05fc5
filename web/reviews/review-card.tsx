import type { ReactNode } from 'react';
import type { Review } from '#contract/reviews/reviews.ts';
import { PictureLinks } from '../ui/picture-links.tsx';
import { LongDate } from '../ui/time.tsx';
import { formatMonth } from './format-month.ts';
import { Stars } from './stars.tsx';

const PROOFS = { conversation: 'after a conversation', receipt: 'with a receipt code', document: 'with a receipt' };

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
          Visited {formatMonth(visitedMonth)} · {PROOFS[proof]}
          {publishedAt && (
            <>
              {' '}
              · <LongDate at={publishedAt} />
            </>
          )}
          {editedAt && ' · edited'}
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
            <bdi className="font-semibold">{business}</bdi> replied on <LongDate at={reply.at} />
            {reply.editedAt && ' · edited'}
          </p>
          <p className="typed mt-1 whitespace-pre-line">{reply.text}</p>
        </div>
      )}
      {children}
    </article>
  );
}
