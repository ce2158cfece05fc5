import type { ComparedListing } from '#contract/admin/comparison.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { FACT_LABELS } from '#web/listings/fact-sources.tsx';
import { deskPath } from './desk-queries.ts';
import type { Question } from './question-dialog.tsx';

/** The heading of one of two listings, with the button that keeps it; why it cannot be kept where it cannot. */
export function KeepButton({
  side: { listing, refusal, takes },
  onKeep,
}: {
  side: ComparedListing;
  onKeep: (keep: number) => void;
}) {
  return (
    <div className="grid justify-items-start gap-2">
      <a href={`/admin/ads/${listing.id}`} className="link typed font-semibold">
        {listing.title}
      </a>
      {refusal === null ? (
        <>
          <Button size="sm" onClick={() => onKeep(listing.id)}>
            {t('Merge, keep this one')}
            <span className="sr-only">: {listing.title}</span>
          </Button>
          <p className="text-sm">
            {takes.length === 0
              ? t('All of its facts stay.')
              : t('Takes what is missing here or newer there: {facts}. All other facts stay.', {
                  facts: takes.map((name) => FACT_LABELS[name]).join(', '),
                })}
          </p>
        </>
      ) : (
        <p className="text-muted text-sm">{t('Can’t stay: {reason}', { reason: refusal })}</p>
      )}
    </div>
  );
}

/** The question before two listings become one. */
export const mergeQuestion = (ids: [number, number], keep: number): Question => ({
  title: t('Merge into #{id}?', { id: keep }),
  description: t(
    '#{id} takes over facts that it lacks or that are newer there, and claims, saves, reports and figures. The page of #{other} then leads to it. You can separate them again.',
    { id: keep, other: ids[0] === keep ? ids[1] : ids[0] },
  ),
  path: `${deskPath(ids[0])}/merge`,
  body: { other: ids[1], keep },
  confirmLabel: t('Merge'),
  busyLabel: t('Merging...'),
  done: t('Listings merged'),
});

/** The question before two listings are said to be different businesses. */
export const separateQuestion = (ids: [number, number]): Question => ({
  title: t('Are these two businesses?'),
  description: t('Both stay as they are, and no import asks about them again.'),
  path: `${deskPath(ids[0])}/separate`,
  body: { other: ids[1] },
  confirmLabel: t('Not the same'),
  busyLabel: t('Saving...'),
  done: t('Both listings kept'),
});
