import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, send } from '../app/api.ts';
import { invalidateUserOnAuthError } from '../session/session.ts';
import { toast } from '../ui/toast.tsx';
import { ADMIN_API_PREFIX } from './admin-queries.ts';

/** An action of the administrator: its place in the API, and the texts of its toasts. */
interface AdminAction {
  resource:
    | 'users'
    | 'ads'
    | 'reports'
    | 'suggested-edits'
    | 'claims'
    | 'payments'
    | 'messages'
    | 'imports'
    | 'matches';
  /** The last segment of the API path; null for DELETE on the resource itself. */
  verb: string | null;
  successTitle: string;
  successText: string;
  failureText: string;
}

export const ADMIN_ACTIONS = {
  suspend: {
    resource: 'users',
    verb: 'suspend',
    successTitle: 'User Suspended',
    successText: 'The user has been suspended successfully.',
    failureText: 'Failed to suspend user',
  },
  activate: {
    resource: 'users',
    verb: 'activate',
    successTitle: 'User Activated',
    successText: 'The user has been activated successfully.',
    failureText: 'Failed to activate user',
  },
  hide: {
    resource: 'ads',
    verb: 'hide',
    successTitle: 'Listing Hidden',
    successText: 'Only its owner can see it until you show it again.',
    failureText: 'Failed to hide the listing',
  },
  show: {
    resource: 'ads',
    verb: 'show',
    successTitle: 'Listing Shown',
    successText: 'The listing is back to how it was before.',
    failureText: 'Failed to show the listing',
  },
  closeReport: {
    resource: 'reports',
    verb: 'close',
    successTitle: 'Report Closed',
    successText: 'The listing stays as it is.',
    failureText: 'Failed to close the report',
  },
  acceptEdit: {
    resource: 'suggested-edits',
    verb: 'accept',
    successTitle: 'Suggestion Accepted',
    successText: 'Phone numbers, websites and addresses are live now.',
    failureText: 'Failed to accept the suggestion',
  },
  dismissEdit: {
    resource: 'suggested-edits',
    verb: 'dismiss',
    successTitle: 'Suggestion Dismissed',
    successText: 'The listing stays as it is.',
    failureText: 'Failed to dismiss the suggestion',
  },
  approve: {
    resource: 'claims',
    verb: 'approve',
    successTitle: 'Claim Approved',
    successText: 'The claimant now owns the listing, and we emailed them.',
    failureText: 'Failed to approve the claim',
  },
  decline: {
    resource: 'claims',
    verb: 'decline',
    successTitle: 'Claim Declined',
    successText: 'We emailed the claimant the reason.',
    failureText: 'Failed to decline the claim',
  },
  mergeMatch: {
    resource: 'matches',
    verb: 'same',
    successTitle: 'Listings Merged',
    successText: 'The page of one now leads to the other. You can undo this under Decided.',
    failureText: 'Failed to merge the listings',
  },
  splitMatch: {
    resource: 'matches',
    verb: 'different',
    successTitle: 'Both Listings Kept',
    successText: 'They stay as they are. You can undo this under Decided.',
    failureText: 'Failed to save the decision',
  },
  undoMatch: {
    resource: 'matches',
    verb: 'undo',
    successTitle: 'Decision Undone',
    successText: 'The pair is back under To decide.',
    failureText: 'Failed to undo the decision',
  },
  refund: {
    resource: 'payments',
    verb: 'refunds',
    successTitle: 'Refund Sent',
    successText: 'It should reach the card in 5 to 10 days.',
    failureText: 'Failed to send the refund',
  },
  declineRefund: {
    resource: 'payments',
    verb: 'decline-refund',
    successTitle: 'Request Declined',
    successText: 'The owner will see your answer next to the payment.',
    failureText: 'Failed to decline the request',
  },
  answer: {
    resource: 'messages',
    verb: 'answer',
    successTitle: 'Reply Sent',
    successText: 'We’re emailing it now.',
    failureText: 'Failed to send the reply',
  },
  markSpam: {
    resource: 'messages',
    verb: 'spam',
    successTitle: 'Marked as Spam',
    successText: 'It will be deleted in 30 days.',
    failureText: 'Failed to mark the message as spam',
  },
  markNotSpam: {
    resource: 'messages',
    verb: 'not-spam',
    successTitle: 'Not Spam',
    successText: 'The message is back under New messages.',
    failureText: 'Failed to restore the message',
  },
  deleteMessage: {
    resource: 'messages',
    verb: null,
    successTitle: 'Message Deleted',
    successText: 'It’s permanently deleted.',
    failureText: 'Failed to delete the message',
  },
  undoImport: {
    resource: 'imports',
    verb: 'undo',
    successTitle: 'Undoing the Import',
    successText: 'A large one takes a few minutes.',
    failureText: 'Failed to undo the import',
  },
} satisfies { [Name in string]: AdminAction };
export type AdminActionName = keyof typeof ADMIN_ACTIONS;

/** Identifies one action on one resource: 'suspend users/7'. */
export const getActionKey = (name: AdminActionName, id: number) => `${name} ${ADMIN_ACTIONS[name].resource}/${id}`;

/**
 * Performs actions, one at a time. `perform` shows the result in a toast, refetches all lists of the administrator, and
 * resolves to whether the action succeeded. `pendingAction` is the key of the action in progress (`getActionKey`).
 */
export function useAdminActions() {
  const client = useQueryClient();
  const [pendingAction, setPendingAction] = useState<string | null>(null);

  const perform = async (name: AdminActionName, id: number, body?: object): Promise<boolean> => {
    const { resource, verb, successTitle, successText, failureText } = ADMIN_ACTIONS[name];
    setPendingAction(getActionKey(name, id));
    try {
      if (verb === null) await send('DELETE', `${ADMIN_API_PREFIX}${resource}/${id}`);
      else await send('POST', `${ADMIN_API_PREFIX}${resource}/${id}/${verb}`, body);
      toast({ title: successTitle, description: successText, tone: 'success' });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Operation Failed', description: error.message || failureText, tone: 'danger' });
      invalidateUserOnAuthError(client, error);
      return false;
    } finally {
      // Also after a failure, because it may mean that the lists are out of date.
      invalidateAdminQueries(client);
      setPendingAction(null);
    }
  };

  return { pendingAction, perform };
}
export type AdminActions = ReturnType<typeof useAdminActions>;

/** Refetches all lists of the administrator. */
export function invalidateAdminQueries(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(ADMIN_API_PREFIX) });
}
