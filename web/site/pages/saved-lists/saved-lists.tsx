import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { SavedList } from '#contract/saved-lists.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { ListingRowSkeletons } from '#web/listings/listing-rows.tsx';
import { savedListsQuery, toListHref } from '#web/saved/saved-lists.ts';
import { SavedListings } from '#web/site/pages/saved-listings.tsx';
import { AddDialog } from './add-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ListForm } from './list-form.tsx';
import { ListHeading } from './list-heading.tsx';
import { SelectForm } from './select-form.tsx';
import { useListActions } from './use-list-actions.ts';

/**
 * What an account has saved, all of it or one of its lists, which `?list=` names.
 * @param saved the ids of the saved listings: one that was just removed is in a list until that is read again
 */
export default function SavedLists({ saved }: { saved: readonly number[] }) {
  const { data, error, refetch } = useQuery(savedListsQuery);
  const named = useSearchParams()[0].get('list');
  if (error && !data)
    return (
      <>
        <div role="alert" className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2">
          <p>{t('We couldn’t load your lists.')}</p>
          <Button variant="secondary" size="sm" onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </div>
        <SavedListings ids={saved} />
      </>
    );
  if (!data) return <ListingRowSkeletons count={3} />;
  const lists = data.items.map((list) => ({ ...list, listings: list.listings.filter((id) => saved.includes(id)) }));
  const list = lists.find(({ id }) => String(id) === named);
  // The key drops what is selected with the list that it was selected in.
  return <OpenedList key={list?.id} lists={lists} list={list} saved={saved} />;
}

function OpenedList({
  lists,
  list,
  saved,
}: {
  lists: SavedList[];
  list: SavedList | undefined;
  saved: readonly number[];
}) {
  const { busy, ...actions } = useListActions();
  const [dialog, setDialog] = useState<'add' | 'new' | 'rename' | 'delete' | 'revoke'>();
  const [selected, setSelected] = useState<number[]>([]);
  // Of which what becomes a new list is no longer part.
  const [from, setFrom] = useState<SavedList>();
  const ids = list?.listings ?? saved;
  const chosen = selected.filter((id) => ids.includes(id));
  const close = () => setDialog(undefined);

  const add = async (to: SavedList | null, isMoved: boolean) => {
    const former = isMoved ? list : undefined;
    if (!to) {
      setFrom(former);
      return setDialog('new');
    }
    close();
    if (!(await actions.add(to, chosen, former))) setSelected([]);
  };

  return (
    <>
      <ListLinks lists={lists} list={list} count={saved.length} onCreate={() => add(null, false)} />
      {list && (
        <ListHeading
          list={list}
          busy={busy}
          onShare={() => void actions.share(list)}
          onRevoke={() => setDialog('revoke')}
          onRename={() => setDialog('rename')}
          onDelete={() => setDialog('delete')}
        />
      )}
      {list && ids.length === 0 ? (
        <EmptyState as="h3" title={t('Nothing on this list yet')}>
          {rich('Select businesses under <saved>Saved</saved>, and add them.', {
            saved: (text) => (
              <a href="/saved" className="link">
                {text}
              </a>
            ),
          })}
        </EmptyState>
      ) : (
        <SavedListings ids={ids} isList={list !== undefined}>
          <SelectForm ids={chosen} onChange={setSelected}>
            <Button size="sm" disabled={chosen.length === 0} busy={busy} onClick={() => setDialog('add')}>
              {t('Add to a list')}
            </Button>
            {list && (
              <Button
                variant="secondary"
                size="sm"
                disabled={chosen.length === 0}
                busy={busy}
                onClick={() => void actions.take(list, chosen)}
              >
                {t('Remove from this list')}
              </Button>
            )}
          </SelectForm>
        </SavedListings>
      )}
      {dialog === 'add' && <AddDialog lists={lists} from={list} onChoose={add} onClose={close} />}
      {dialog === 'new' && (
        <ListForm
          title={t('New list')}
          submitLabel={t('Create list')}
          onSubmit={(name) => actions.create(name, chosen, from)}
          onClose={close}
        />
      )}
      {dialog === 'rename' && list && (
        <ListForm
          title={t('Rename this list')}
          submitLabel={t('Save')}
          name={list.name}
          onSubmit={(name) => actions.rename(list, name)}
          onClose={close}
        />
      )}
      {dialog === 'delete' && list && (
        <ConfirmDialog
          title={t('Delete this list?')}
          confirmLabel={t('Delete list')}
          cancelLabel={t('Keep it')}
          onConfirm={() => void actions.remove(list)}
          onClose={close}
        >
          {t('Its businesses stay saved. If you shared it, its link stops working.')}
        </ConfirmDialog>
      )}
      {dialog === 'revoke' && list && (
        <ConfirmDialog
          title={t('Stop sharing this list?')}
          confirmLabel={t('Stop sharing')}
          cancelLabel={t('Keep it shared')}
          onConfirm={() => void actions.revoke(list)}
          onClose={close}
        >
          {t('The link stops working for everybody who has it. Sharing the list again makes another link.')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** All that is saved, and each list. */
function ListLinks({
  lists,
  list,
  count,
  onCreate,
}: {
  lists: SavedList[];
  list: SavedList | undefined;
  count: number;
  onCreate: () => void;
}) {
  const links = [
    { href: '/saved', name: t('Saved', null, 'listings'), count, isCurrent: !list },
    ...lists.map((one) => ({
      href: toListHref(one),
      name: one.name,
      count: one.listings.length,
      isCurrent: one === list,
    })),
  ];
  return (
    <nav aria-label={t('Your lists')} className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ href, name, count, isCurrent }) => (
          <li key={href} className="min-w-0">
            <a
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="chip aria-[current]:border-pacific aria-[current]:font-semibold aria-[current]:text-pacific"
            >
              <span className="typed">{name}</span>
              <small>{count}</small>
            </a>
          </li>
        ))}
        <li>
          <Button variant="ghost" size="sm" onClick={onCreate}>
            <Icon name="plus" />
            {t('New list')}
          </Button>
        </li>
      </ul>
    </nav>
  );
}
