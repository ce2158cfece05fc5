import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Mails, SavedSearch } from '#contract/saved.ts';
import type { ApiError, Page } from '../app/api.ts';
import { useAttempt } from '../app/run-mutation.ts';
import { send } from '../app/send.ts';
import { toast } from '../ui/toast.tsx';

/** The API's list of the searches that an account saved. */
export const SEARCHES = '/api/user/searches';

/** How often new listings are mailed, in words. */
export const MAILS: Record<Mails, string> = { daily: 'Daily', weekly: 'Weekly', none: 'Not at all' };

/** The searches that the account saved, the last saved first. */
export const searchesQuery = queryOptions<Page<SavedSearch>, ApiError>({ queryKey: [SEARCHES], staleTime: 0 });

/** What is done to a saved search, said once it is done; `busy` until then. */
export function useSearchActs() {
  const client = useQueryClient();
  const { attempt, busy } = useAttempt();
  const act = (failed: string, deed: () => Promise<unknown>, done: { title: string; description: string }) =>
    attempt(failed, async () => {
      await deed();
      await client.invalidateQueries({ queryKey: [SEARCHES] });
      toast({ ...done, tone: 'success' });
    });
  return {
    busy,
    changeMails: ({ id, name }: SavedSearch, mails: Mails) =>
      act('Not saved', () => send('PATCH', `${SEARCHES}/${id}`, { mails }), {
        title: 'Saved',
        description:
          mails === 'none' ? `New listings of “${name}” come no more.` : `New listings of “${name}” come ${mails}.`,
      }),
    remove: ({ id, name }: SavedSearch) =>
      act('Not deleted', () => send('DELETE', `${SEARCHES}/${id}`), { title: 'Search deleted', description: name }),
  };
}
