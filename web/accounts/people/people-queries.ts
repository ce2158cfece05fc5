import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { People } from '#contract/ownership/invitations.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { type MutationFailure, toFailure } from '#web/base/api/run-mutation.ts';
import { toast } from '#web/base/ui/toast.tsx';

const PEOPLE_PATH = '/api/user/people';

/** Who helps the user, whom the user has invited, and whom the user helps. */
export const usePeople = () => useQuery<People, ApiError>({ queryKey: [PEOPLE_PATH], staleTime: 0 });

/** A change of these: its method, the path after `/api/user/`, the body if it has one, and the title of the toast. */
export interface PeopleChange {
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
  done: string;
}

/** Makes a change. Everything of the user is read again after it. Resolves to the failure, without a toast. */
export function useChangePeople(): (change: PeopleChange) => Promise<MutationFailure | undefined> {
  const client = useQueryClient();
  return async ({ method, path, body, done }) => {
    const failure = await toFailure(t('That didn’t work'), () => send(method, `/api/user/${path}`, body));
    if (!failure) toast({ title: done, tone: 'success' });
    // Also after a failure, because it may mean that the lists are out of date.
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/user/') });
    return failure;
  };
}
