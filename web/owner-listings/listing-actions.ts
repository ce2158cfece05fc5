import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { OwnerAction, OwnerListing, PostedListing } from '#contract/owner-listings.ts';
import { send } from '#web/base/api/api.ts';
import { OWN_LISTINGS_PATH } from '#web/base/session/own-listing-queries.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { toast } from '#web/base/ui/toast.tsx';
import type { ToastMessage } from '#web/base/ui/toast-message.ts';
import { invalidateListings } from '#web/listings/invalidate-listings.ts';
import { actionToast } from './action-toasts.ts';

/** What an owner does to a listing with one click; editing has its own page. */
export type ListingAction = Exclude<OwnerAction, 'edit'>;

/** An action in progress, and the id of its listing. */
export interface PendingAction {
  id: number;
  action: ListingAction;
}

/** An action's button, its label while in progress, and the title of the toast when it failed. */
export const LISTING_ACTIONS: Record<ListingAction, { label: string; icon: string; busy: string; failed: string }> = {
  publish: { label: t('Publish free'), icon: 'megaphone', busy: t('Publishing...'), failed: t('Couldn’t publish') },
  pause: { label: t('Pause'), icon: 'circle-pause', busy: t('Pausing...'), failed: t('Couldn’t pause') },
  resume: { label: t('Resume'), icon: 'circle-play', busy: t('Resuming...'), failed: t('Couldn’t resume') },
  renew: { label: t('Renew'), icon: 'calendar-plus', busy: t('Renewing...'), failed: t('Couldn’t renew') },
  duplicate: { label: t('Duplicate'), icon: 'copy', busy: t('Duplicating...'), failed: t('Couldn’t duplicate') },
  delete: { label: t('Delete'), icon: 'trash-2', busy: t('Deleting...'), failed: t('Couldn’t delete') },
  undelete: { label: t('Restore'), icon: 'undo-2', busy: t('Restoring...'), failed: t('Couldn’t restore') },
};

/**
 * Performs actions on the user's listings, one at a time; `pending` is the one in progress. A toast states the result.
 * `perform` resolves to whether it succeeded, after every query that shows the listing was refetched.
 */
export function useListingActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation } = useRunMutation();
  const [pending, setPending] = useState<PendingAction | null>(null);

  const perform = async (action: ListingAction, { id }: Pick<OwnerListing, 'id'>): Promise<boolean> => {
    setPending({ id, action });
    const failure = await runMutation(LISTING_ACTIONS[action].failed, async () => {
      const response = await (action === 'delete'
        ? send('DELETE', `${OWN_LISTINGS_PATH}/${id}`)
        : send('POST', `${OWN_LISTINGS_PATH}/${id}/${action}`));
      toast({ ...toToast(action, response), tone: 'success' });
    });
    // After a failure too: the listing's status may differ from what the page shows.
    await invalidateListings(client);
    setPending(null);
    // The owner fills in the missing fields there.
    if (action === 'publish' && failure?.issues?.length) await navigate(`/account/ads/${id}/edit`);
    return !failure;
  };

  const toToast = (action: ListingAction, response: unknown): ToastMessage => {
    if (action === 'duplicate') {
      const { ad, message } = response as PostedListing;
      const editCopy = () => void navigate(`/account/ads/${ad.id}/edit`);
      const editAction = { label: t('Edit copy'), altText: t('Choose Edit beside the copy'), onClick: editCopy };
      return { title: t('Duplicated'), description: message, action: editAction };
    }
    const after = response as OwnerListing;
    const result = actionToast(action, after, Date.now());
    if (action !== 'delete') return result;
    const undo = () => void perform('undelete', after);
    return { ...result, action: { label: t('Undo'), altText: t('Open Deleted, then choose Restore'), onClick: undo } };
  };

  return { pending, perform };
}
