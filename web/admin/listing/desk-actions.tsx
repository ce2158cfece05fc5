import { lazy, Suspense } from 'react';
import type { Desk } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import { describeTakeBack } from '#web/admin/claims/describe-take-back.tsx';
import { Decidable } from '#web/admin/decidable.tsx';
import { STATE_LABELS } from '#web/admin/listings/listing-filter.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { deskPath } from './desk-queries.ts';
import { findGift } from './find-gift.ts';
import { type Question, QuestionDialog } from './question-dialog.tsx';

const EndFeatureDialog = lazy(() =>
  import('./end-feature-dialog.tsx').then((module) => ({ default: module.EndFeatureDialog })),
);
const FeatureDialog = lazy(() => import('./feature-dialog.tsx').then((module) => ({ default: module.FeatureDialog })));
const ListingMenu = lazy(() => import('./listing-menu.tsx').then((module) => ({ default: module.ListingMenu })));
const MergeDialog = lazy(() => import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })));

/** Which dialog of the desk is open. */
export type OpenDialog = 'hide' | 'show' | 'merge' | 'takeBack' | 'feature' | 'endFeature';

/** The state of a listing and why, and the buttons for what its state allows. */
export function DeskActions({
  desk,
  dialog,
  onDialog,
  editing,
  onEdit,
}: {
  desk: Desk;
  dialog: OpenDialog | null;
  onDialog: (dialog: OpenDialog | null) => void;
  editing: boolean;
  /** Begins and ends editing; undefined where the state does not allow it. */
  onEdit?: () => void;
}) {
  const { state, listing, actions, blocked, mergedInto } = desk;
  // The owner uses the account page instead.
  const isOwn = blocked === 'own';
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge
          tone={state === 'shown' ? 'success' : state === 'hidden' || state === 'suspended' ? 'danger' : undefined}
        >
          {mergedInto ? t('Merged into #{id}', { id: mergedInto.id }) : STATE_LABELS[state]}
        </Badge>
        <span className="text-muted">
          #{listing.id} · {LEVEL_NAMES[listing.level]} · {listing.category.name} · {listing.city}
        </span>
      </div>
      <StateReason desk={desk} />
      <div className="flex flex-wrap items-start gap-3">
        {onEdit && (
          <Button size="sm" variant={editing ? 'secondary' : 'primary'} aria-pressed={editing} onClick={onEdit}>
            <Icon name={editing ? 'arrow-left' : 'pen-line'} />
            {editing ? t('Back to the listing') : t('Edit')}
          </Button>
        )}
        {(actions.includes('hide') || actions.includes('show')) && (
          <Decidable blocked={blocked}>
            {actions.includes('hide') && (
              <Button size="sm" variant="secondary" onClick={() => onDialog('hide')}>
                <Icon name="eye-off" />
                {t('Hide…')}
              </Button>
            )}
            {actions.includes('show') && (
              <Button size="sm" variant="secondary" onClick={() => onDialog('show')}>
                <Icon name="eye" />
                {t('Show again')}
              </Button>
            )}
          </Decidable>
        )}
        {actions.includes('merge') && !isOwn && (
          <Button size="sm" variant="secondary" onClick={() => onDialog('merge')}>
            <Icon name="copy" />
            {t('Merge with another…')}
          </Button>
        )}
        {actions.includes('takeBack') && !isOwn && (
          <Button size="sm" variant="secondary" onClick={() => onDialog('takeBack')}>
            <Icon name="history" />
            {t('Take back…')}
          </Button>
        )}
        {actions.includes('feature') && (
          <Button size="sm" variant="secondary" onClick={() => onDialog('feature')}>
            <Icon name="gift" />
            {t('Feature…')}
          </Button>
        )}
        {findGift(desk) && (
          <Button size="sm" variant="secondary" onClick={() => onDialog('endFeature')}>
            <Icon name="gift" />
            {t('End feature…')}
          </Button>
        )}
        {state === 'shown' && (
          <a href={`/ads/${listing.id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Icon name="globe" />
            {t('Public page')}
          </a>
        )}
        {!isOwn && (
          <Suspense>
            <ListingMenu
              listing={{ id: listing.id, title: listing.title, businessName: listing.businessName, state }}
              except={['hide', 'show', 'merge']}
            />
          </Suspense>
        )}
      </div>
      <QuestionDialog question={toQuestion(desk, dialog)} onClose={() => onDialog(null)} />
      <Suspense>
        {dialog === 'endFeature' && <EndFeatureDialog id={listing.id} onClose={() => onDialog(null)} />}
        {dialog === 'feature' && <FeatureDialog id={listing.id} open onClose={() => onDialog(null)} />}
        {dialog === 'merge' && <MergeDialog open listing={listing} onClose={() => onDialog(null)} />}
      </Suspense>
    </div>
  );
}

function toQuestion({ listing, owner }: Desk, dialog: OpenDialog | null): Question | null {
  const title = (
    <strong>
      <bdi>{listing.title}</bdi>
    </strong>
  );
  if (dialog === 'hide')
    return {
      title: t('Hide this listing?'),
      description: rich('{listing} will disappear from the site right away, and all reports about it will be closed.', {
        listing: title,
      }),
      reason: {
        label: t('Reason'),
        hint: owner ? t('The owner will see this.') : t('No one owns this listing. The reason goes in the audit log.'),
      },
      path: `${deskPath(listing.id)}/hide`,
      confirmLabel: t('Hide listing'),
      busyLabel: t('Hiding...'),
      done: t('Listing hidden'),
      danger: true,
    };
  if (dialog === 'show')
    return {
      title: t('Show this listing again?'),
      description: rich('{listing} will be back to how it was before.', { listing: title }),
      path: `${deskPath(listing.id)}/show`,
      confirmLabel: t('Show again'),
      busyLabel: t('Showing...'),
      done: t('Listing shown'),
    };
  if (dialog === 'takeBack') {
    return {
      ...describeTakeBack(listing.title),
      path: `${deskPath(listing.id)}/take-back`,
      done: t('Listing taken back'),
      danger: true,
    };
  }
  return null;
}

/** Why visitors do not see a listing, or nothing. */
function StateReason({ desk: { state, listing, owner, hiddenAt, hiddenBy, mergedInto } }: { desk: Desk }) {
  if (mergedInto)
    return (
      <p>
        {rich('Merged into <link>{listing}</link>, where its page leads now.', {
          link: (text) => (
            <a href={`/admin/ads/${mergedInto.id}`} className="link typed">
              {text}
            </a>
          ),
          listing: mergedInto.title,
        })}
      </p>
    );
  if (state === 'hidden')
    return (
      <div className="typed max-w-measure rounded-field bg-danger-wash px-3 py-2">
        {hiddenAt && (
          <p className="font-semibold">
            {hiddenBy
              ? rich('Hidden on {date} by {name}', {
                  date: <DateTime at={hiddenAt} />,
                  name: <bdi>{hiddenBy.username}</bdi>,
                })
              : rich('Hidden on {date}', { date: <DateTime at={hiddenAt} /> })}
          </p>
        )}
        <p className="whitespace-pre-line">{listing.hiddenReason}</p>
      </div>
    );
  if (state === 'expired' && listing.expiresAt)
    return <p>{rich('Expired on {date}. Its owner can renew it.', { date: <DateTime at={listing.expiresAt} /> })}</p>;
  if (state === 'deleted' && !owner)
    return <p>{t('Your team deleted it. Restore it within 30 days under “Recent bulk actions.”')}</p>;
  const text = STATE_TEXTS[state];
  return text ? <p>{text}</p> : null;
}

const STATE_TEXTS: Partial<Record<Desk['state'], string>> = {
  draft: t('A draft: only its owner sees it, so it can’t be corrected.'),
  paused: t('Its owner paused it.'),
  suspended: t('Its owner is suspended, so visitors don’t see it.'),
  deleted: t('Its owner deleted it. They can restore it for 30 days.'),
  sample: t('An invented listing that shows what a paid one looks like.'),
};
