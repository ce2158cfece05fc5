import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { SavedSearch } from '#contract/saved.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { SavedSearchItem } from './saved-search-item.tsx';
import { savedSearchesQuery, useSavedSearchActions } from './saved-searches.ts';

/** The saved searches of the account, with their email frequency and a button to delete them. */
export function SavedSearchesList() {
  const { data, error, refetch } = useQuery(savedSearchesQuery);
  const { busy, setEmailFrequency, remove } = useSavedSearchActions();
  const [searchToDelete, setSearchToDelete] = useState<SavedSearch | null>(null);
  const list = useRef<HTMLDivElement>(null);

  const confirmDelete = async () => {
    if (!searchToDelete) return;
    setSearchToDelete(null);
    await remove(searchToDelete);
    // The focused button was removed with its row.
    list.current?.focus({ preventScroll: true });
  };

  if (!data && error) {
    return (
      <div className="grid justify-items-start gap-3">
        <p>{t('We couldn’t load your saved searches.')}</p>
        <Button variant="secondary" size="sm" onClick={() => refetch()}>
          {t('Try again')}
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <SkeletonGroup label={t('Loading your saved searches…')}>
        <Skeleton className="h-24 rounded-card" />
      </SkeletonGroup>
    );
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {data.items.length === 0 ? (
        <NoneYet />
      ) : (
        <ul className="divide-y rounded-card border bg-card px-4 sm:px-5">
          {data.items.map((search) => (
            <SavedSearchItem
              key={search.id}
              search={search}
              busy={busy}
              onFrequencyChange={(mails) => setEmailFrequency(search, mails)}
              onDelete={() => setSearchToDelete(search)}
            />
          ))}
        </ul>
      )}
      <Dialog
        open={searchToDelete !== null}
        onClose={() => setSearchToDelete(null)}
        title={t('Delete this search?')}
        actions={
          <>
            <Button variant="danger" onClick={confirmDelete}>
              {t('Delete search')}
            </Button>
            <Button variant="secondary" onClick={() => setSearchToDelete(null)}>
              {t('Keep it')}
            </Button>
          </>
        }
      >
        <p>
          {rich('{name} will be deleted, and its emails will stop.', {
            name: <strong className="wrap-anywhere font-semibold">{searchToDelete?.name}</strong>,
          })}
        </p>
      </Dialog>
    </div>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title={t('No saved searches yet')}
      action={
        <a href="/search" className={buttonClass({ variant: 'secondary' })}>
          <Icon name="search" />
          {t('Search the directory')}
        </a>
      }
    >
      {t('Run a search and choose “Save this search,” and we’ll email you new listings.')}
    </EmptyState>
  );
}
