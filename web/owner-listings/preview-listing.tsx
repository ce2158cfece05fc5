import { t } from '#contract/i18n/t.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import { useListingPreview, useOwnListing } from '#web/base/session/own-listing-queries.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { ListingView } from '#web/listings/listing-view.tsx';
import { LISTING_ACTIONS, type ListingAction, useListingActions } from './listing-actions.ts';
import { getDisplayStatus, STATUS_BADGES } from './status.ts';

/** A listing as its page shows it, below a bar with its status and the action that makes it public. */
export function PreviewListing({ id }: { id: string }) {
  const own = useOwnListing(id);
  const listing = useListingPreview(id);
  if (!own || !listing) return <PreviewListingSkeleton />;
  return (
    <>
      <PreviewBar own={own} />
      <ListingView listing={listing} preview />
    </>
  );
}

function PreviewBar({ own }: { own: OwnerListingPage }) {
  const { pending, perform } = useListingActions();
  const status = getDisplayStatus(own);
  const { icon } = STATUS_BADGES[status];
  const action = PUBLISHING_ACTIONS.find((name) => own.acts.includes(name) && (name !== 'renew' || own.expired));
  return (
    <section
      aria-label={t('Preview')}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-pacific-wash px-4 py-3"
    >
      <p className="flex min-w-0 gap-3">
        <Icon name={icon} className="mt-1 size-5 shrink-0 text-pacific" />
        <span>{VISIBILITY_TEXTS[status]}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        {action && (
          <Button size="sm" busy={pending !== null} onClick={() => perform(action, own)}>
            {!pending && <Icon name={LISTING_ACTIONS[action].icon} />}
            {pending ? LISTING_ACTIONS[pending.action].busy : LISTING_ACTIONS[action].label}
          </Button>
        )}
        {status === 'live' && (
          <a href={`/ads/${own.id}`} className={buttonClass({ size: 'sm' })}>
            <Icon name="eye" />
            {t('View')}
          </a>
        )}
        {own.acts.includes('edit') && (
          <a href={`/account/ads/${own.id}/edit`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Icon name="pen-line" />
            {t('Edit')}
          </a>
        )}
        <a href="/account" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Icon name="arrow-left" />
          {t('Back')}
        </a>
      </div>
    </section>
  );
}

// Each makes a listing public, from a different status.
const PUBLISHING_ACTIONS: ListingAction[] = ['publish', 'resume', 'renew', 'undelete'];

const VISIBILITY_TEXTS: Record<ReturnType<typeof getDisplayStatus>, string> = {
  live: t('Preview: this is what visitors see.'),
  expired: t('Preview: only you can see this. It expired, so visitors can’t find it until you renew it.'),
  draft: t('Preview: only you can see this draft. It isn’t published yet.'),
  waiting: t('Preview: only you can see this. We’ll look at your listing before it goes live.'),
  paused: t('Preview: only you can see this. It’s paused, so visitors can’t find it until you resume it.'),
  hidden: t('Preview: only you can see this. We hid it from visitors until you fix it and we review it.'),
  deleted: t('Preview: only you can see this. You deleted it.'),
};

/** The preview while it loads. */
export function PreviewListingSkeleton() {
  return (
    <SkeletonGroup
      label={t('Loading the preview…')}
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10"
    >
      <Skeleton className="h-28 rounded-card sm:h-17 lg:col-span-2" />
      <div>
        <Skeleton className="h-36 w-full rounded-card sm:h-56 lg:h-72" />
        <Skeleton className="mt-6 h-9 w-4/5" />
        <Skeleton className="mt-4 h-6 w-2/5" />
      </div>
      <Skeleton className="h-72 rounded-card" />
    </SkeletonGroup>
  );
}
