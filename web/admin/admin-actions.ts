import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, send } from '../app/api.ts';
import { invalidateUserOnAuthError } from '../session/session.ts';
import { toast } from '../ui/toast.tsx';
import { ADMIN_API_PREFIX } from './admin-queries.ts';

/** What the administrator can do: its path in the API below the thing that it is done to, and what is said of it. */
interface AdminAction {
  to: 'users' | 'ads' | 'reports' | 'claims' | 'payments' | 'messages';
  /** Null where the thing itself is deleted. */
  verb: string | null;
  done: string;
  doneText: string;
  failed: string;
}

export const ADMIN_ACTIONS = {
  suspend: {
    to: 'users',
    verb: 'suspend',
    done: 'User Suspended',
    doneText: 'The user has been suspended successfully.',
    failed: 'Failed to suspend user',
  },
  activate: {
    to: 'users',
    verb: 'activate',
    done: 'User Activated',
    doneText: 'The user has been activated successfully.',
    failed: 'Failed to activate user',
  },
  hide: {
    to: 'ads',
    verb: 'hide',
    done: 'Listing Hidden',
    doneText: 'Nobody but its owner sees it until it is shown again.',
    failed: 'Failed to hide the listing',
  },
  show: {
    to: 'ads',
    verb: 'show',
    done: 'Listing Shown',
    doneText: 'The listing is as it was before it was hidden.',
    failed: 'Failed to show the listing',
  },
  keep: {
    to: 'reports',
    verb: 'close',
    done: 'Report Closed',
    doneText: 'The listing is kept as it is.',
    failed: 'Failed to close the report',
  },
  approve: {
    to: 'claims',
    verb: 'approve',
    done: 'Claim Approved',
    doneText: 'The listing belongs to its claimant, who is told by mail.',
    failed: 'Failed to approve the claim',
  },
  decline: {
    to: 'claims',
    verb: 'decline',
    done: 'Claim Declined',
    doneText: 'The claimant is told why by mail.',
    failed: 'Failed to decline the claim',
  },
  refund: {
    to: 'payments',
    verb: 'refunds',
    done: 'Money Given Back',
    doneText: 'It reaches the card in 5 to 10 days.',
    failed: 'Failed to give the money back',
  },
  declineRefund: {
    to: 'payments',
    verb: 'decline-refund',
    done: 'Request Declined',
    doneText: 'The owner reads the answer beside the payment.',
    failed: 'Failed to decline the request',
  },
  answer: {
    to: 'messages',
    verb: 'answer',
    done: 'Reply Sent',
    doneText: 'It goes out by mail, with the message below it.',
    failed: 'Failed to send the reply',
  },
  markSpam: {
    to: 'messages',
    verb: 'spam',
    done: 'Marked as Spam',
    doneText: 'It is deleted in 30 days.',
    failed: 'Failed to mark the message as spam',
  },
  markNotSpam: {
    to: 'messages',
    verb: 'not-spam',
    done: 'Not Spam',
    doneText: 'The message is among the new ones again.',
    failed: 'Failed to take the message back',
  },
  deleteMessage: {
    to: 'messages',
    verb: null,
    done: 'Message Deleted',
    doneText: 'It is gone for good.',
    failed: 'Failed to delete the message',
  },
} satisfies { [Name in string]: AdminAction };
export type AdminActionName = keyof typeof ADMIN_ACTIONS;

/** Names one deed to one thing, to tell it from all others. */
export const getActionKey = (name: AdminActionName, id: number) => `${name} ${ADMIN_ACTIONS[name].to}/${id}`;

/**
 * What the administrator does, one thing at a time. Says in a toast how it ended, reads all lists again, and gives
 * whether it was done. `busyWith` names what is being done (`getActionKey`).
 */
export function useAdminActions() {
  const client = useQueryClient();
  const [busyWith, setBusyWith] = useState<string | null>(null);

  const perform = async (name: AdminActionName, id: number, body?: object): Promise<boolean> => {
    const { to, verb, done, doneText, failed } = ADMIN_ACTIONS[name];
    setBusyWith(getActionKey(name, id));
    try {
      if (verb === null) await send('DELETE', `${ADMIN_API_PREFIX}${to}/${id}`);
      else await send('POST', `${ADMIN_API_PREFIX}${to}/${id}/${verb}`, body);
      toast({ title: done, description: doneText, tone: 'success' });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Operation Failed', description: error.message || failed, tone: 'danger' });
      invalidateUserOnAuthError(client, error);
      return false;
    } finally {
      // A refusal, too, means that it stands otherwise than the page shows.
      invalidateAdminQueries(client);
      setBusyWith(null);
    }
  };

  return { busyWith, perform };
}
export type AdminActions = ReturnType<typeof useAdminActions>;

function invalidateAdminQueries(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(ADMIN_API_PREFIX) });
}
