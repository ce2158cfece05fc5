import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingStatus, OwnerListing } from '#contract/owner-listings.ts';
import { type CursorPages, useCursorPages } from '../app/use-cursor-pages.ts';
import { OwnClaims } from '../claims/own-claims.tsx';
import { PaginatedList } from '../layout/paginated-list.tsx';
import { OwnSuggestedEdits } from '../reports/suggested-edits/own-suggested-edits.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/form/controls.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type ListingAction, type PendingAction, useListingActions } from './listing-actions.ts';
import { OWN_LISTINGS_PAGE_SIZE, ownListingsPath, ownListingsQuery } from './own-listing-queries.ts';
import { OwnListingsTable } from './own-listings-table.tsx';
import { SharedListings } from './shared-listings.tsx';
import { summarizeListings } from './status.ts';

const FILTER_MIN_ROWS = 8;

/** The user's own listings in `/account`, with their statuses and actions. */
export function OwnListings() {
  const [status, setStatus] = useState<ListingStatus | ''>('');
  const all = useQuery({ ...ownListingsQuery, staleTime: 0 }).data;
  const shown = useCursorPages<OwnerListing>(ownListingsPath(status), OWN_LISTINGS_PAGE_SIZE);
  const deleted = useCursorPages<OwnerListing>(ownListingsPath('deleted'), OWN_LISTINGS_PAGE_SIZE);
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

function StatusFilter({
  value,
  onChange,
}: {
  value: ListingStatus | '';
  onChange: (status: ListingStatus | '') => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="font-semibold text-sm">
        {t('Show')}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as ListingStatus | '')}>
        <option value="">{t('All listings')}</option>
        <option value="active">{t('Live or expired')}</option>
        <option value="draft">{t('Drafts')}</option>
        <option value="waiting">{t('Waiting')}</option>
        <option value="paused">{t('Paused', null, 'listings')}</option>
        <option value="hidden">{t('Hidden', null, 'listings')}</option>
      </Select>
    </div>
  );
}

function NoneOfStatus({ status, onAll }: { status: ListingStatus; onAll: () => void }) {
  return (
    <EmptyState
      title={NONE_TEXTS[status]}
      action={
        <Button variant="secondary" onClick={onAll}>
          {t('Show all listings')}
        </Button>
      }
    />
  );
}

const NONE_TEXTS: Record<ListingStatus, string> = {
  active: t('No live or expired listings'),
  draft: t('No drafts'),
  waiting: t('No waiting listings'),
  paused: t('No paused listings'),
  hidden: t('No hidden listings'),
  deleted: t('No deleted listings'),
};

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
        'It’s free and takes about two minutes. Customers in your city, ZIP code and category can find you right away, and you can track your views here.',
      )}
    </EmptyState>
  );
}

/** The deleted listings that can still be restored, collapsed. */
function DeletedListings({
  list,
  ...actions
}: { list: CursorPages<OwnerListing> } & Pick<Parameters<typeof OwnListingsTable>[0], 'pending' | 'onAction'>) {
  if (!list.rows || list.rows.length === 0) return null;
  return (
    <Disclosure
      summary={t('Deleted ({count})', { count: `${list.rows.length}${list.onNext ? '+' : ''}` })}
      className="mt-4"
    >
      <PaginatedList
        list={list}
        itemsLabel={t('deleted listings')}
        errorTitle={t('We couldn’t load your deleted listings')}
        empty={t('None')}
      >
        {(rows) => (
          <OwnListingsTable caption={t('Deleted listings')} listings={rows} {...actions} busy={list.isFetching} />
        )}
      </PaginatedList>
    </Disclosure>
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
