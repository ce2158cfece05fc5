import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OwnerAction, OwnerListing, PostedListing } from '#contract/owner-listings.ts';
import { send } from '../app/api.ts';
import { useRunMutation } from '../app/run-mutation.ts';
import { invalidateListings } from '../listings/invalidate-listings.ts';
import { type ToastMessage, toast } from '../ui/toast.tsx';
import { actionToast } from './action-toasts.ts';
import { OWN_LISTINGS_PATH } from './own-listing-queries.ts';

/** What an owner does to a listing by one click. Editing has a page of its own. */
export type ListingAction = Exclude<OwnerAction, 'edit'>;

/** What is being done, and to which listing. */
export interface PendingAction {
  id: number;
  act: ListingAction;
}

/** How an act is offered, what is said while it is done, and what is said when it was not. */
export const LISTING_ACTIONS: Record<ListingAction, { label: string; icon: string; busy: string; failed: string }> = {
  publish: { label: 'Publish free', icon: 'megaphone', busy: 'Publishing...', failed: 'Not published' },
  pause: { label: 'Pause', icon: 'circle-pause', busy: 'Pausing...', failed: 'Not paused' },
  resume: { label: 'Resume', icon: 'circle-play', busy: 'Resuming...', failed: 'Not resumed' },
  renew: { label: 'Renew', icon: 'calendar-plus', busy: 'Renewing...', failed: 'Not renewed' },
  duplicate: { label: 'Duplicate', icon: 'copy', busy: 'Duplicating...', failed: 'Not duplicated' },
  delete: { label: 'Delete', icon: 'trash-2', busy: 'Deleting...', failed: 'Not deleted' },
  undelete: { label: 'Bring back', icon: 'undo-2', busy: 'Bringing back...', failed: 'Not brought back' },
};

/**
 * Does acts to one's listings, one at a time; `doing` is the one under way. A toast says exactly how it ended, and
 * whatever shows the listing is read again before `perform` resolves to whether it was done.
 */
export function useListingActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation } = useRunMutation();
  const [doing, setDoing] = useState<PendingAction | null>(null);

  const perform = async (act: ListingAction, { id }: Pick<OwnerListing, 'id'>): Promise<boolean> => {
    setDoing({ id, act });
    const refusal = await runMutation(LISTING_ACTIONS[act].failed, async () => {
      const answer = await (act === 'delete'
        ? send('DELETE', `${OWN_LISTINGS_PATH}/${id}`)
        : send('POST', `${OWN_LISTINGS_PATH}/${id}/${act}`));
      toast({ ...told(act, answer), tone: 'success' });
    });
    // A refusal, too, means that it stands otherwise than the page shows.
    await invalidateListings(client);
    setDoing(null);
    // What is missing is filled in there.
    if (act === 'publish' && refusal?.issues?.length) await navigate(`/account/ads/${id}/edit`);
    return !refusal;
  };

  const told = (act: ListingAction, answer: unknown): ToastMessage => {
    if (act === 'duplicate') {
      const { ad, message } = answer as PostedListing;
      const editCopy = () => void navigate(`/account/ads/${ad.id}/edit`);
      const action = { label: 'Edit it', altText: 'Choose Edit beside the copy', onClick: editCopy };
      return { title: 'Duplicated', description: message, action };
    }
    const after = answer as OwnerListing;
    const outcome = actionToast(act, after, Date.now());
    if (act !== 'delete') return outcome;
    const undo = () => void perform('undelete', after);
    return { ...outcome, action: { label: 'Undo', altText: 'Open Deleted, then choose Bring back', onClick: undo } };
  };

  return { doing, perform };
}
