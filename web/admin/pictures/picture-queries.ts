import { useQueryClient } from '@tanstack/react-query';
import type { LibraryPicture, ListedPicture, PictureEdit } from '#contract/admin/library-pictures.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { uploadPhoto } from '#web/listing-form/pictures/upload.ts';

const PATH = `${ADMIN_API_PREFIX}pictures`;
const PAGE_SIZE = 24;

/** The pictures of the library, newest first. */
export const usePictures = () => useCursorPages<ListedPicture>(`${PATH}?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Changes of the library. */
export function usePictureActions() {
  const client = useQueryClient();
  const change = async (title: string, mutation: () => Promise<unknown>) => {
    const failure = await toFailure(title, mutation);
    // Also after a failure, because it may mean that the list is out of date.
    invalidateAdminQueries(client);
    return failure;
  };
  return {
    /** @throws {ApiError} when the API refuses the file, or was not reached */
    async upload(file: File, signal: AbortSignal): Promise<LibraryPicture> {
      const picture = await uploadPhoto(file, () => {}, signal, PATH);
      invalidateAdminQueries(client);
      return { focusX: 50, focusY: 50, ...picture };
    },
    edit: (id: number, form: PictureEdit) =>
      change(t('Failed to save the picture'), () => send('PUT', `${PATH}/${id}`, form)),
    remove: (id: number) => change(t('Failed to delete the picture'), () => send('DELETE', `${PATH}/${id}`)),
  };
}
