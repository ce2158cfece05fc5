import { useEffect, useRef } from 'react';
import type { ListingForm } from '#contract/listing-form.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import { deleteEditDraft, type EditDraft, saveEditDraft } from './edit-draft.ts';
import { diffFields } from './form-diff.ts';

/** What an edit begins from. */
export type EditBase = Pick<EditDraft, 'version' | 'base'>;

/**
 * Keeps what is typed into the form of a listing in this tab, while it differs from what the edit began from.
 * @returns what does so at once, for what changes beside the form
 */
export function useEditDraft(
  form: SchemaForm<ListingForm>,
  { id, begun, uploaded }: { id: number; begun: { current: EditBase }; uploaded: { current: UploadedPhoto[] } },
): () => void {
  const { watch, getValues } = form;
  const saveDraft = useRef(() => {
    const values = getValues();
    const edit = { ...begun.current, values, uploaded: uploaded.current, at: new Date().toISOString() };
    if (diffFields(edit.base, values).length > 0) saveEditDraft(id, edit);
    else deleteEditDraft(id);
  }).current;
  useEffect(() => {
    const { unsubscribe } = watch(saveDraft);
    return unsubscribe;
  }, [watch, saveDraft]);
  return saveDraft;
}
