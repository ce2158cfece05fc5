import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { SavedList } from '#contract/saved-lists.ts';
import { send } from '#web/base/api/api.ts';
import { copyLink } from '#web/base/api/copy-text.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { SAVED_LISTS_PATH, toListHref } from '#web/saved/saved-lists.ts';

const toPath = ({ id }: SavedList) => `${SAVED_LISTS_PATH}/${id}`;

/** Changes the lists of the account, with a toast after each; `busy` while a request runs. */
export function useListActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation, busy } = useRunMutation();
  const runAction = <T>(failureTitle: string, request: () => Promise<T>, onDone: (result: T) => void) =>
    runMutation(failureTitle, async () => {
      const result = await request();
      await client.invalidateQueries({ queryKey: [SAVED_LISTS_PATH] });
      onDone(result);
    });
  return {
    busy,
    /** With `from` the listings are taken from that list. */
    create: (name: string, ids: number[], from?: SavedList) =>
      runAction(
        t('Couldn’t create the list'),
        async () => {
          const list = await send<SavedList>('POST', SAVED_LISTS_PATH, { name, add: ids });
          if (from) await send('PATCH', toPath(from), { remove: ids });
          return list;
        },
        (list) => void navigate(toListHref(list)),
      ),
    add: (list: SavedList, ids: number[], from?: SavedList) =>
      runAction(
        t('Couldn’t save'),
        async () => {
          await send('PATCH', toPath(list), { add: ids });
          if (from) await send('PATCH', toPath(from), { remove: ids });
        },
        () => toast({ title: t('Added to “{name}”', { name: list.name }), tone: 'success' }),
      ),
    take: (list: SavedList, ids: number[]) =>
      runAction(
        t('Couldn’t save'),
        () => send('PATCH', toPath(list), { remove: ids }),
        () => toast({ title: t('Removed from “{name}”', { name: list.name }), tone: 'success' }),
      ),
    rename: (list: SavedList, name: string) =>
      runAction(
        t('Couldn’t save'),
        () => send('PATCH', toPath(list), { name }),
        () => {},
      ),
    remove: (list: SavedList) =>
      runAction(
        t('Couldn’t delete'),
        () => send('DELETE', toPath(list)),
        () => {
          void navigate('/saved');
          toast({ title: t('List deleted'), description: list.name });
        },
      ),
    share: (list: SavedList) =>
      runAction(
        t('Couldn’t share the list'),
        () => send<SavedList>('PUT', `${toPath(list)}/link`),
        ({ path }) => path && copyLink(toUrl(path)),
      ),
    revoke: (list: SavedList) =>
      runAction(
        t('Couldn’t save'),
        () => send('DELETE', `${toPath(list)}/link`),
        () => toast({ title: t('The link no longer works'), tone: 'success' }),
      ),
  };
}

/** The URL of a shared list, in the language of the page. */
export const toUrl = (path: string): string => location.origin + localPath(path);
