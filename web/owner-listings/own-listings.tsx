import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingStatus, OwnerListing } from '#contract/owner-listings.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { OWN_LISTINGS_PAGE_SIZE, ownListingsPath, ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { OwnClaims } from '#web/claims/own-claims.tsx';
import { KeepUpSwitch } from '#web/owner-listings/renewing/keep-up-switch.tsx';
import { OwnSuggestedEdits } from '#web/reports/suggested-edits/own-suggested-edits.tsx';
import { checkoutPath } from './checkout-path.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DeletedListings } from './deleted-listings.tsx';
import { type ListingAction, type PendingAction, useListingActions } from './listing-actions.ts';
import { OwnListingsTable } from './own-listings-table.tsx';
import { SharedListings } from './shared-listings.tsx';
import { ShownEmailsNotice } from './shown-emails-notice.tsx';
import { summarizeListings } from './status.ts';
import { NoneOfStatus, StatusFilter } from './status-filter.tsx';

const FILTER_MIN_ROWS = 8;

const RenewLinks = lazy(async () => ({
  default: (await import('#web/owner-listings/renewing/renew-links.tsx')).RenewLinks,
}));

/** The user's own listings in `/account`, with their statuses and actions. */
export function OwnListings() {
  const [status, setStatus] = useState<ListingStatus | ''>('');
  const all = useQuery({ ...ownListingsQuery, staleTime: 0 }).data;
  const shown = useCursorPages<OwnerListing>(ownListingsPath(status), OWN_LISTINGS_PAGE_SIZE);
  const deleted = useCursorPages<OwnerListing>(ownListingsPath('deleted'), OWN_LISTINGS_PAGE_SIZE);
  const closed = usePaymentsClosed();
  const { pending, perform } = useListingActions();
  const [listingToDelete, setListingToDelete] = useState<OwnerListing | null>(null);
  const list = useRestoreFocus(pending);

  const isLong = all !== undefined && (all.next !== null || all.items.length > FILTER_MIN_ROWS);
  const onAction = (action: ListingAction, listing: OwnerListing) =>
    action === 'delete' ? setListingToDelete(listing) : void perform(action, listing);
  const confirmDelete = () => {
    if (!listingToDelete) return;
    // First, because a toast behind an open dialog can be neither closed nor read by a screen reader.
    setListingToDelete(null);
    void perform('delete', listingToDelete);
  };

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <ShownEmailsNotice />
      <OwnSuggestedEdits />
      {all && all.items.length > 0 && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-muted tabular-nums">
            {all.next
              ? t('Newest {count}: {summary}', { count: all.items.length, summary: summarizeListings(all.items) })
              : summarizeListings(all.items)}
          </p>
          {(isLong || status) && <StatusFilter value={status} onChange={setStatus} />}
        </div>
      )}
      {all && <KeepUpSwitch listings={all.items} />}
      {all && (
        <Suspense>
          <RenewLinks listings={all.items} />
        </Suspense>
      )}
      {!closed && (all?.items.filter(isPublished).length ?? 0) > 1 && (
        <p className="mb-4">
          <a href={checkoutPath({ plan: 'monthly', listing: null, listings: [] })} className="link inline-block py-1">
            {t('Pay for several listings at once')}
          </a>
        </p>
      )}
      {(all?.items.length ?? 0) > 0 && (
        <p className="mb-4">
          <a href="/api/user/ads/google-business-profile.csv" download className="link inline-block py-1">
            {t('Download for Google Business Profile')}
          </a>
        </p>
      )}
      <PaginatedList
        list={shown}
        itemsLabel={t('listings')}
        errorTitle={t('We couldn’t load your listings')}
        loading={<OwnListingsSkeleton />}
        empty={status ? <NoneOfStatus status={status} onAll={() => setStatus('')} /> : <NoneYet />}
      >
        {(rows) => (
          <OwnListingsTable
            caption={t('Your listings')}
            listings={rows}
            pending={pending}
            onAction={onAction}
            busy={shown.isFetching}
          />
        )}
      </PaginatedList>
      <DeletedListings list={deleted} pending={pending} onAction={onAction} />
      <SharedListings pending={pending} onAction={onAction} />
      <OwnClaims />
      <DeleteDialog listing={listingToDelete} onClose={() => setListingToDelete(null)} onDelete={confirmDelete} />
    </div>
  );
}

const isPublished = ({ status }: OwnerListing) => status === 'active' || status === 'paused';

function NoneYet() {
  return (
    <EmptyState
      title={t('No listings yet')}
      action={
        <a href="/post-ad" className={buttonClass()}>
          <Icon name="store" />
          {t('Post your first listing')}
        </a>
      }
    >
      {t(
        'It’s free and takes about two minutes. Customers in your city, ZIP code and category can find you, and you can track your views here.',
      )}
    </EmptyState>
  );
}

function OwnListingsSkeleton() {
  return (
    <SkeletonGroup label={t('Loading your listings…')} className="@container/table">
      <div className="grid gap-3 as-cards:@min-[36rem]/table:grid-cols-2">
        {['first', 'second', 'third'].map((row) => (
          <Skeleton key={row} className="h-64 rounded-card as-table:h-28" />
        ))}
      </div>
    </SkeletonGroup>
  );
}

/**
 * An action may remove the button that had the focus. Moves the focus to the title of its listing, or to the list where the
 * listing is gone.
 * @returns the ref of the list
 */
function useRestoreFocus(pending: PendingAction | null) {
  const list = useRef<HTMLDivElement>(null);
  const lastAction = useRef<PendingAction | null>(null);
  useEffect(() => {
    if (pending) {
      lastAction.current = pending;
      return;
    }
    const isLost = document.activeElement === document.body;
    if (lastAction.current && isLost) {
      const title = list.current?.querySelector<HTMLElement>(`[data-listing="${lastAction.current.id}"]`);
      (title ?? list.current)?.focus({ preventScroll: true });
    }
    lastAction.current = null;
  }, [pending]);
  return list;
}
