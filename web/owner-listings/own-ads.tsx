import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { OwnAd, Status } from '#contract/own-listings.ts';
import type { ApiError, Page } from '../app/api.ts';
import { type Pages, usePages } from '../app/use-cursor-pages.ts';
import { OwnClaims } from '../claims/own-claims.tsx';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { type Doing, useActs } from './acts.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { OwnAdsTable } from './own-ads-table.tsx';
import { OWN_ADS } from './own-reads.ts';
import { STANDINGS, summaryOf } from './standing.ts';

// As many as one who owns listings has, nearly always: then the summary speaks of all.
const ROWS = 50;
const WORTH_A_FILTER = 8;

/** One's own listings in `/account`: how each stands, and all that can be done with it. */
export function OwnAds() {
  const [status, setStatus] = useState<Status | ''>('');
  const all = useQuery<Page<OwnAd>, ApiError>({ queryKey: [pathOf('')], staleTime: 0 }).data;
  const shown = usePages<OwnAd>(pathOf(status), ROWS);
  const deleted = usePages<OwnAd>(pathOf('deleted'), ROWS);
  const { doing, perform } = useActs();
  const [asked, setAsked] = useState<OwnAd | null>(null);
  const list = useFocusKept(doing);

  const isLong = all !== undefined && (all.next !== null || all.items.length > WORTH_A_FILTER);
  const onAct = (act: Doing['act'], ad: OwnAd) => (act === 'delete' ? setAsked(ad) : void perform(act, ad));
  const deleteAsked = () => {
    if (!asked) return;
    // Closed at once: a toast beneath an open dialog can be neither closed nor heard.
    setAsked(null);
    void perform('delete', asked);
  };

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {all && all.items.length > 0 && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-muted tabular-nums">
            {all.next && `Of the newest ${all.items.length}: `}
            {summaryOf(all.items)}
          </p>
          {(isLong || status) && <StatusFilter value={status} onChange={setStatus} />}
        </div>
      )}
      <PagesPanel
        list={shown}
        what="listings"
        failed="Your listings could not be read"
        loading={<OwnAdsSkeleton />}
        empty={status ? <NoneOfStatus status={status} onAll={() => setStatus('')} /> : <NoneYet />}
      >
        {(rows) => (
          <OwnAdsTable caption="Your listings" ads={rows} doing={doing} onAct={onAct} busy={shown.isFetching} />
        )}
      </PagesPanel>
      <DeletedAds list={deleted} doing={doing} onAct={onAct} />
      <OwnClaims />
      <DeleteDialog ad={asked} onClose={() => setAsked(null)} onDelete={deleteAsked} />
    </div>
  );
}

const pathOf = (status: Status | '') =>
  `${OWN_ADS}?${new URLSearchParams({ ...(status && { status }), limit: String(ROWS) })}`;

function StatusFilter({ value, onChange }: { value: Status | ''; onChange: (status: Status | '') => void }) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="font-semibold text-sm">
        Show
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as Status | '')}>
        <option value="">All listings</option>
        <option value="active">Live or expired</option>
        <option value="draft">Drafts</option>
        <option value="paused">Paused</option>
        <option value="hidden">Hidden</option>
      </Select>
    </div>
  );
}

function NoneOfStatus({ status, onAll }: { status: Status; onAll: () => void }) {
  const word = status === 'active' ? 'live or expired' : STANDINGS[status].word.toLowerCase();
  return (
    <EmptyState
      title={status === 'draft' ? 'No listing is a draft' : `No listing is ${word}`}
      action={
        <Button variant="secondary" onClick={onAll}>
          Show all listings
        </Button>
      }
    />
  );
}

function NoneYet() {
  return (
    <EmptyState
      title="No listings yet"
      action={
        <a href="/post-ad" className={buttonClass({ variant: 'accent' })}>
          <Icon name="store" />
          Post your first listing
        </a>
      }
    >
      It takes about two minutes and is free: visitors of your city, ZIP code and category find you at once, and you see
      here how many looked.
    </EmptyState>
  );
}

/** What was deleted and can still be brought back, folded away. */
function DeletedAds({
  list,
  ...acts
}: { list: Pages<OwnAd> } & Pick<Parameters<typeof OwnAdsTable>[0], 'doing' | 'onAct'>) {
  if (!list.rows || list.rows.length === 0) return null;
  return (
    <Disclosure summary={`Deleted (${list.rows.length}${list.onNext ? '+' : ''})`} className="mt-4">
      <PagesPanel list={list} what="deleted listings" failed="Your deleted listings could not be read" empty="None">
        {(rows) => <OwnAdsTable caption="Deleted listings" ads={rows} {...acts} busy={list.isFetching} />}
      </PagesPanel>
    </Disclosure>
  );
}

function OwnAdsSkeleton() {
  return (
    <SkeletonGroup label="Loading your listings…" className="@container/table">
      <div className="grid gap-3 as-cards:@min-[36rem]/table:grid-cols-2">
        {['first', 'second', 'third'].map((row) => (
          <Skeleton key={row} className="h-64 rounded-card as-table:h-28" />
        ))}
      </div>
    </SkeletonGroup>
  );
}

/**
 * An act may take away the button that it was done by. The focus then goes on at its listing, or where that is gone, at
 * the list: the ref is for that.
 */
function useFocusKept(doing: Doing | null) {
  const list = useRef<HTMLDivElement>(null);
  const done = useRef<Doing | null>(null);
  useEffect(() => {
    if (doing) {
      done.current = doing;
      return;
    }
    const isLost = document.activeElement === document.body;
    if (done.current && isLost) {
      const title = list.current?.querySelector<HTMLElement>(`[data-listing="${done.current.id}"]`);
      (title ?? list.current)?.focus({ preventScroll: true });
    }
    done.current = null;
  }, [doing]);
  return list;
}
