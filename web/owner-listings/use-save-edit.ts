import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListingFields } from '#contract/listing-form.ts';
import type { OwnerListing, OwnerListingPage } from '#contract/owner-listings.ts';
import { ApiError, send } from '../app/api.ts';
import { useRunMutation } from '../app/run-mutation.ts';
import { invalidateListings } from '../listings/invalidate-listings.ts';
import type { FormFailure } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { actionToast, editToast } from './action-toasts.ts';
import { editDraft } from './edit-draft.ts';
import { OWN_LISTINGS_PATH, ownListingQuery } from './own-listing-queries.ts';

/** What is sent, and on top of which version of the listing. */
interface ListingEdit {
  fields: ListingFields;
  version: number;
  /** Whether it is a draft that is to be shown from now on. */
  publish: boolean;
  /** Told the listing as it was saved, also where it could not be published then. */
  onSaved: (saved: OwnerListingPage) => void;
}

/**
 * Saves an edit, and leads to the account when that is done. `newer` is the listing as somebody else has made it
 * meanwhile, which stands in the way of saving until `settle` is called.
 */
export function useSaveEdit(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation } = useRunMutation();
  const [newer, setNewer] = useState<OwnerListingPage | null>(null);

  const put = async ({ fields, version }: ListingEdit): Promise<OwnerListingPage | null> => {
    try {
      return await send<OwnerListingPage>('PUT', `${OWN_LISTINGS_PATH}/${id}`, { ...fields, version });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      const now = await client.fetchQuery({ ...ownListingQuery(id), staleTime: 0 });
      // It may also have been deleted: then there is nothing to put together.
      if (now.version === version || !now.acts.includes('edit')) throw error;
      setNewer(now);
      return null;
    }
  };

  const save = (edit: ListingEdit): Promise<FormFailure | undefined> =>
    runMutation(edit.publish ? 'Not published' : 'Not saved', async () => {
      const saved = await put(edit);
      if (!saved) return;
      setNewer(null);
      edit.onSaved(saved);
      const outcome = edit.publish
        ? actionToast('publish', await send<OwnerListing>('POST', `${OWN_LISTINGS_PATH}/${id}/publish`), Date.now())
        : editToast(saved);
      editDraft(id).remove();
      void invalidateListings(client);
      toast({ ...outcome, tone: 'success' });
      await navigate('/account#listings');
    });

  return { save, newer, settle: () => setNewer(null) };
}
