import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { EmailFrequency, SavedSearch } from '#contract/saved.ts';
import { rich } from '../i18n/rich.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/form/controls.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { LongDate } from '../ui/time.tsx';
import { EMAIL_FREQUENCIES, savedSearchesQuery, useSavedSearchActions } from './saved-searches.ts';

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

function SavedSearchItem({
  search: { name, search, mails, createdAt },
  busy,
  onFrequencyChange,
  onDelete,
}: {
  search: SavedSearch;
  busy: boolean;
  onFrequencyChange: (mails: EmailFrequency) => void;
  onDelete: () => void;
}) {
  const id = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0">
        <a href={`/search?${search}`} className="link typed inline-flex min-h-11 items-center font-semibold">
          {name}
        </a>
        <p className="text-muted text-sm">{rich('Saved {date}', { date: <LongDate at={createdAt} /> })}</p>
      </div>
      <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:w-auto sm:grid-cols-[auto_9.5rem_auto]">
        <label htmlFor={id} className="text-muted text-sm max-sm:col-span-2">
          {rich('New listings<hidden> for {name}, by email</hidden>', {
            name,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </label>
        <Select
          id={id}
          value={mails}
          aria-busy={busy}
          onChange={(event) => !busy && onFrequencyChange(event.target.value as EmailFrequency)}
        >
          {Object.entries(EMAIL_FREQUENCIES).map(([frequency, label]) => (
            <option key={frequency} value={frequency}>
              {label}
            </option>
          ))}
        </Select>
        <Button variant="secondary" size="sm" onClick={onDelete}>
          <Icon name="trash-2" />
          {rich('Delete<hidden> {name}</hidden>', {
            name,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </Button>
      </div>
    </li>
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
