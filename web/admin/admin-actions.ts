import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { toast } from '#web/base/ui/toast.tsx';
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
    successTitle: t('User Suspended'),
    successText: t('The user has been suspended successfully.'),
    failureText: t('Failed to suspend user'),
  },
  activate: {
    resource: 'users',
    verb: 'activate',
    successTitle: t('User Activated'),
    successText: t('The user has been activated successfully.'),
    failureText: t('Failed to activate user'),
  },
  hide: {
    resource: 'ads',
    verb: 'hide',
    successTitle: t('Listing Hidden'),
    successText: t('Visitors don’t see it until you show it again.'),
    failureText: t('Failed to hide the listing'),
  },
  show: {
    resource: 'ads',
    verb: 'show',
    successTitle: t('Listing Shown'),
    successText: t('The listing is back to how it was before.'),
    failureText: t('Failed to show the listing'),
  },
  closeReport: {
    resource: 'reports',
    verb: 'close',
    successTitle: t('Report Closed'),
    successText: t('The listing stays as it is.'),
    failureText: t('Failed to close the report'),
  },
  acceptEdit: {
    resource: 'suggested-edits',
    verb: 'accept',
    successTitle: t('Suggestion Accepted'),
    successText: t('If it named a new phone number, website or address, that is live now.'),
    failureText: t('Failed to accept the suggestion'),
  },
  dismissEdit: {
    resource: 'suggested-edits',
    verb: 'dismiss',
    successTitle: t('Suggestion Dismissed'),
    successText: t('The listing stays as it is.'),
    failureText: t('Failed to dismiss the suggestion'),
  },
  approve: {
    resource: 'claims',
    verb: 'approve',
    successTitle: t('Claim Approved'),
    successText: t('The claimant now owns the listing, and we emailed them.'),
    failureText: t('Failed to approve the claim'),
  },
  decline: {
    resource: 'claims',
    verb: 'decline',
    successTitle: t('Claim Declined'),
    successText: t('We emailed the claimant the reason.'),
    failureText: t('Failed to decline the claim'),
  },
  takeBack: {
    resource: 'ads',
    verb: 'take-back',
    successTitle: t('Listing Taken Back'),
    successText: t('It’s unclaimed again, and we emailed its owner the reason.'),
    failureText: t('Failed to take the listing back'),
  },
  mergeMatch: {
    resource: 'matches',
    verb: 'same',
    successTitle: t('Listings Merged'),
    successText: t('The page of one now leads to the other. You can undo this under Decided.'),
    failureText: t('Failed to merge the listings'),
  },
  splitMatch: {
    resource: 'matches',
    verb: 'different',
    successTitle: t('Both Listings Kept'),
    successText: t('They stay as they are. You can undo this under Decided.'),
    failureText: t('Failed to save the decision'),
  },
  undoMatch: {
    resource: 'matches',
    verb: 'undo',
    successTitle: t('Decision Undone'),
    successText: t('The pair is back under To decide.'),
    failureText: t('Failed to undo the decision'),
  },
  refund: {
    resource: 'payments',
    verb: 'refunds',
    successTitle: t('Refund Sent'),
    successText: t('It should reach the card in 5 to 10 days.'),
    failureText: t('Failed to send the refund'),
  },
  declineRefund: {
    resource: 'payments',
    verb: 'decline-refund',
    successTitle: t('Request Declined'),
    successText: t('The owner will see your answer next to the payment.'),
    failureText: t('Failed to decline the request'),
  },
  answer: {
    resource: 'messages',
    verb: 'answer',
    successTitle: t('Reply Sent'),
    successText: t('We’re emailing it now.'),
    failureText: t('Failed to send the reply'),
  },
  markSpam: {
    resource: 'messages',
    verb: 'spam',
    successTitle: t('Marked as Spam'),
    successText: t('It will be deleted in 30 days.'),
    failureText: t('Failed to mark the message as spam'),
  },
  markNotSpam: {
    resource: 'messages',
    verb: 'not-spam',
    successTitle: t('Not Spam'),
    successText: t('The message is back under New messages.'),
    failureText: t('Failed to restore the message'),
  },
  deleteMessage: {
    resource: 'messages',
    verb: null,
    successTitle: t('Message Deleted'),
    successText: t('It’s permanently deleted.'),
    failureText: t('Failed to delete the message'),
  },
  undoImport: {
    resource: 'imports',
    verb: 'undo',
    successTitle: t('Undoing the Import'),
    successText: t('A large one takes a few minutes.'),
    failureText: t('Failed to undo the import'),
  },
} satisfies { [Name in string]: AdminAction };
export type AdminActionName = keyof typeof ADMIN_ACTIONS;

/** Identifies one action on one resource: 'suspend users/7'. */
export const getActionKey = (name: AdminActionName, id: number) => `${name} ${ADMIN_ACTIONS[name].resource}/${id}`;

/**
 * Performs actions, one at a time. `perform` shows the result in a toast, refetches all lists of the administrator, and
 * resolves to why the action failed, or to undefined. `pendingAction` is the key of the action in progress (`getActionKey`).
 */
export function useAdminActions() {
  const client = useQueryClient();
  const [pendingAction, setPendingAction] = useState<string | null>(null);

  const perform = async (name: AdminActionName, id: number, body?: object): Promise<string | undefined> => {
    const { resource, verb, successTitle, successText, failureText } = ADMIN_ACTIONS[name];
    setPendingAction(getActionKey(name, id));
    try {
      if (verb === null) await send('DELETE', `${ADMIN_API_PREFIX}${resource}/${id}`);
      else await send('POST', `${ADMIN_API_PREFIX}${resource}/${id}/${verb}`, body);
      toast({ title: successTitle, description: successText, tone: 'success' });
      return undefined;
    } catch (error) {
      return showActionFailure(client, error, failureText);
    } finally {
      // Also after a failure, because it may mean that the lists are out of date.
      invalidateAdminQueries(client);
      setPendingAction(null);
    }
  };

  return { pendingAction, perform };
}
export type AdminActions = ReturnType<typeof useAdminActions>;

/**
 * Shows in a toast why the API refused an action, and reads again who is signed in where that is the reason.
 * @param fallback for an answer without a message
 * @returns what the toast says
 * @throws an error that is none of the API
 */
export function showActionFailure(client: QueryClient, error: unknown, fallback = ''): string {
  if (!(error instanceof ApiError)) throw error;
  const description = error.message || fallback;
  toast({ title: t('Operation Failed'), description, tone: 'danger' });
  invalidateUserOnAuthError(client, error);
  return description;
}

/** Refetches all lists of the administrator. */
export function invalidateAdminQueries(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(ADMIN_API_PREFIX) });
}
