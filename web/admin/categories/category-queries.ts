import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AdminCategories,
  AdminCategory,
  CategoryForm,
  CategoryMerge,
  CategoryOrder,
  MergePreview,
} from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}categories`;
const PROGRESS_INTERVAL_MS = 2000;

/** The tree; read again and again while listings follow a change. */
export const useAdminCategories = () =>
  useQuery<AdminCategories, ApiError>({
    queryKey: [PATH],
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.categories.some(({ change }) => change !== null) ? PROGRESS_INTERVAL_MS : false,
  });

/** What a merge would touch. @param into null until one is chosen */
export const useMergePreview = ({ id }: AdminCategory, into: number | null) =>
  useQuery<MergePreview, ApiError>({
    queryKey: [`${PATH}/${id}/merge?into=${into}`],
    enabled: into !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Changes of the tree. Each resolves to its failure, if any; the pages of this browser read the tree again. */
export function useCategoryActions() {
  const client = useQueryClient();
  const change = async (title: string, method: 'POST' | 'PUT', path: string, body: object) => {
    const failure = await toFailure(title, async () => {
      client.setQueryData([PATH], await send<AdminCategories>(method, path, body));
    });
    if (failure) await client.invalidateQueries({ queryKey: [PATH] });
    for (const { queryKey } of [queries.categories(), queries.topCategories()])
      void client.invalidateQueries({ queryKey });
    return failure;
  };
  return {
    add: (form: CategoryForm) => change(t('Failed to add the category'), 'POST', PATH, form),
    edit: ({ id, version }: AdminCategory, form: CategoryForm) =>
      change(t('Failed to save the category'), 'PUT', `${PATH}/${id}`, { ...form, version }),
    order: (order: CategoryOrder) => change(t('Failed to save the order'), 'PUT', `${PATH}/order`, order),
    merge: ({ id, version }: AdminCategory, merge: Omit<CategoryMerge, 'version'>) =>
      change(t('Failed to merge the category'), 'POST', `${PATH}/${id}/merge`, { ...merge, version }),
  };
}
