import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#contract/moderation.ts';
import { ApiError } from '../api.ts';
import { send } from '../send.ts';
import { askAgainIfRefused } from '../shell/session.ts';
import { toast } from '../ui/toast.tsx';
import { ADMIN_PATHS } from './lists.ts';

/**
 * What the administrator does to an account, one thing at a time. Either says in a toast how it ended, reads all lists
 * again when it was done, and gives whether it was. `busyWith` is the id of the account that it is being done to.
 */
export function useDeeds() {
  const client = useQueryClient();
  const [busyWith, setBusyWith] = useState<number | null>(null);

  const perform = async ({ id }: AdminUser, deed: Deed, body?: object) => {
    setBusyWith(id);
    try {
      await send('POST', `${ADMIN_PATHS}users/${id}/${deed.verb}`, body);
      toast({ title: deed.done, description: deed.doneText, tone: 'success' });
      readAgain(client);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Operation Failed', description: error.message || deed.failed, tone: 'danger' });
      askAgainIfRefused(client, error);
      return false;
    } finally {
      setBusyWith(null);
    }
  };

  return {
    busyWith,
    suspend: (user: AdminUser, reason: string) => perform(user, suspension, { reason }),
    activate: (user: AdminUser) => perform(user, activation),
  };
}

function readAgain(client: QueryClient): void {
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(ADMIN_PATHS) });
}

/** What a deed is called in the API, and what is said of it. */
interface Deed {
  verb: 'suspend' | 'activate';
  done: string;
  doneText: string;
  failed: string;
}

const suspension: Deed = {
  verb: 'suspend',
  done: 'User Suspended',
  doneText: 'The user has been suspended successfully.',
  failed: 'Failed to suspend user',
};

const activation: Deed = {
  verb: 'activate',
  done: 'User Activated',
  doneText: 'The user has been activated successfully.',
  failed: 'Failed to activate user',
};
