import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { ListedBusiness, OwnerListing } from '#contract/owner-listings.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import type { Question } from '#web/listing-form/question.ts';

/**
 * Asks whether a form is posted as one more listing: the business has one already, which is the user's or can be claimed, or the form was posted
 * before it was changed.
 */
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
  const { title, text, post, link } = toTexts(question);
  const instead = (
    <a href={link.href} className={buttonClass({ variant: link.isBetter ? 'primary' : 'secondary' })}>
      {link.label}
    </a>
  );
  return (
    <Dialog
      open={question !== undefined}
      onClose={onClose}
      title={title}
      actions={
        <>
          {link.isBetter && instead}
          <Button variant={link.isBetter ? 'secondary' : 'primary'} onClick={onPost}>
            {post}
          </Button>
          {!link.isBetter && instead}
        </>
      }
    >
      {text}
    </Dialog>
  );
}

interface Texts {
  title: string;
  text: ReactNode;
  post: string;
  link: { href: string; label: string; isBetter?: boolean };
}

function toTexts(question: Question | undefined): Texts {
  const post = t('Post another listing');
  if (question?.kind === 'similar') {
    const { id, title } = question.listing;
    return {
      title: t('You already have a listing for this business'),
      text: (
        <p>
          {rich('It’s {title}. To change what visitors see, edit it. What you typed here stays saved.', {
            title: <bdi className="typed font-semibold">{title}</bdi>,
          })}
        </p>
      ),
      post,
      link: { href: `/account/ads/${id}/edit`, label: t('Edit it instead') },
    };
  }
  if (question?.kind === 'unclaimed') {
    const { id, title, address, city } = question.listing;
    return {
      title: t('You’re listed already. Is this you?'),
      text: (
        <>
          <p className="typed font-semibold">
            <bdi>{[title, address, city].filter(Boolean).join(', ')}</bdi>
          </p>
          <p className="mt-3">
            {t(
              'Claim it, for free: it keeps its address on this site, its reviews and its place in search engines, and it has no end date. What you typed here stays saved.',
            )}
          </p>
        </>
      ),
      post: t('It’s another business: post it'),
      link: { href: `/ads/${id}?claim=1`, label: t('Claim it'), isBetter: true },
    };
  }
  return {
    title: t('Error Posting Ad'),
    text: (
      <p>
        {t(
          'You already posted this form, then changed it. The posted listing is in your account, where you can edit it.',
        )}
      </p>
    ),
    post,
    link: { href: '/account', label: t('Go to your account') },
  };
}

/** A listing of the user, or one to claim, for the same business. */
export async function findListed(
  fields: ListingFields,
  headers: Record<string, string>,
): Promise<Question | undefined> {
  const { businessName, address, zipCode, phone } = fields;
  const query = new URLSearchParams({ businessName, address, zipCode, phone });
  const find = (list: string) => send<unknown[]>('GET', `/api/user/ads/${list}?${query}`, undefined, headers);
  const [[similar], [unclaimed]] = (await Promise.all([find('similar'), find('unclaimed')])) as [
    OwnerListing[],
    ListedBusiness[],
  ];
  if (similar) return { kind: 'similar', listing: similar };
  return unclaimed && { kind: 'unclaimed', listing: unclaimed };
}
