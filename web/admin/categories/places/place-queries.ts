import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { AdminPlaces, NeighborhoodForm, PlaceDeletion, PlaceEdit } from '#contract/places.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}places`;
const COUNT_MS = 2000;

/** All places by name. */
export const useAdminPlaces = () => useQuery<AdminPlaces, ApiError>({ queryKey: [PATH], staleTime: 0 });

/** Adds, edits and deletes neighborhoods, and edits other places. Each resolves to its failure, if any. */
export function usePlaceActions() {
  const client = useQueryClient();
  const change = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const failure = await toFailure(t('Failed to save the place'), async () => {
      client.setQueryData([PATH], await send<AdminPlaces>(method, path, body));
    });
    // Listings are counted in the background.
    setTimeout(() => void client.invalidateQueries({ queryKey: [PATH] }), failure ? 0 : COUNT_MS);
    return failure;
  };
  return {
    add: (form: NeighborhoodForm) => change('POST', PATH, form),
    remove: (id: number, deletion: PlaceDeletion) => change('POST', `${PATH}/${id}/delete`, deletion),
    edit: (id: number, edit: PlaceEdit) => change('PUT', `${PATH}/${id}`, edit),
  };
}
