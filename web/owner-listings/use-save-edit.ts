import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { OwnerListing, OwnerListingPage } from '#contract/owner-listings.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { OWN_LISTINGS_PATH, ownListingQuery } from '#web/base/session/own-listing-queries.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import type { FormFailure } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { invalidateListings } from '#web/listings/invalidate-listings.ts';
import { actionToast, editToast } from './action-toasts.ts';
import { editDraft } from './edit-draft.ts';

/** The fields to save, and the version of the listing that they are based on. */
export interface ListingEdit {
  fields: ListingFields;
  version: number;
  /** Whether to publish a draft after saving it. */
  publish: boolean;
  /** Called with the saved listing, even where publishing it fails afterwards. */
  onSaved: (saved: OwnerListingPage) => void;
}

/**
 * Saves an edit, then navigates to the account. `newer` is the listing as it was saved elsewhere during the edit: a conflict
 * until `resolveConflict` is called.
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
      const current = await client.fetchQuery({ ...ownListingQuery(id), staleTime: 0 });
      // 409 also means that it was deleted: then there is no version to compare.
      if (current.version === version || !current.acts.includes('edit')) throw error;
      setNewer(current);
      return null;
    }
  };

  const save = (edit: ListingEdit): Promise<FormFailure | undefined> =>
    runMutation(edit.publish ? t('Couldn’t publish') : t('Couldn’t save'), async () => {
      const saved = await put(edit);
      if (!saved) return;
      setNewer(null);
      edit.onSaved(saved);
      const result = edit.publish
        ? actionToast('publish', await send<OwnerListing>('POST', `${OWN_LISTINGS_PATH}/${id}/publish`), Date.now())
        : editToast(saved);
      editDraft(id).remove();
      void invalidateListings(client);
      toast({ ...result, tone: 'success' });
      await navigate('/account#listings');
    });

  return { save, newer, resolveConflict: () => setNewer(null) };
}
