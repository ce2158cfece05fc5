import type { ListingForm } from '#contract/listing-form.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { useStoredDraft } from '#web/base/api/stored-draft.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import type { EditDraft, editDraft } from './edit-draft.ts';
import { diffFields } from './form-diff.ts';

/** The version and values that an edit began from. */
export type EditBase = Pick<EditDraft, 'version' | 'base'>;

/**
 * Stores the edit of a listing while it is typed, as long as it differs from the values that it began from.
 * @returns stores it at once, for changes outside the form's fields
 */
export function useEditDraft(
  { watch, getValues }: SchemaForm<ListingForm>,
  {
    stored,
    editBase,
    uploaded,
  }: {
    stored: ReturnType<typeof editDraft>;
    editBase: { current: EditBase };
    uploaded: { current: UploadedPhoto[] };
  },
): () => void {
  const getDraft = () => {
    const values = getValues();
    if (diffFields(editBase.current.base, values).length === 0) return null;
    return { ...editBase.current, values, uploaded: uploaded.current, at: new Date().toISOString() };
  };
  return useStoredDraft(watch, stored, getDraft).saveNow;
}
