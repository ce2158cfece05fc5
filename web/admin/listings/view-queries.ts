import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListingView, ListingViewForm } from '#contract/admin/listing-views.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}listing-views`;

/** The saved views of the user, by name. */
export const useListingViews = () => useQuery<Page<ListingView>, ApiError>({ queryKey: [PATH] });

/** Saves, replaces and deletes views. `failure` is the message of the last change that failed, for the dialog that made it. */
export function useViewActions() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = async (title: string, mutation: () => Promise<unknown>) => {
    setBusy(true);
    const failed = await toFailure(title, mutation);
    setFailure(failed?.issues?.[0]?.message ?? failed?.message);
    await client.invalidateQueries({ queryKey: [PATH] });
    setBusy(false);
    return failed === undefined;
  };
  return {
    busy,
    failure,
    save: (form: ListingViewForm) => change(t('Failed to save the view'), () => send('POST', PATH, form)),
    replace: ({ id, ...form }: ListingView) =>
      change(t('Failed to change the view'), () => send('PUT', `${PATH}/${id}`, form)),
    remove: ({ id }: ListingView) => change(t('Failed to delete the view'), () => send('DELETE', `${PATH}/${id}`)),
  };
}
