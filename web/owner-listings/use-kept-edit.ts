import { useEffect, useRef } from 'react';
import type { AdForm } from '#contract/listing-form.ts';
import type { Uploaded } from '#contract/photos.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import { fieldsThatDiffer } from './differences.ts';
import { forgetEdit, type KeptEdit, keepEdit } from './kept-edit.ts';

/** What an edit begins from. */
export type Begun = Pick<KeptEdit, 'version' | 'base'>;

/**
 * Keeps what is typed into the form of a listing in this tab, while it differs from what the edit began from.
 * @returns what does so at once, for what changes beside the form
 */
export function useKeptEdit(
  form: SchemaForm<AdForm>,
  { id, begun, uploaded }: { id: number; begun: { current: Begun }; uploaded: { current: Uploaded[] } },
): () => void {
  const { watch, getValues } = form;
  const keep = useRef(() => {
    const values = getValues();
    const edit = { ...begun.current, values, uploaded: uploaded.current, at: new Date().toISOString() };
    if (fieldsThatDiffer(edit.base, values).length > 0) keepEdit(id, edit);
    else forgetEdit(id);
  }).current;
  useEffect(() => {
    const { unsubscribe } = watch(keep);
    return unsubscribe;
  }, [watch, keep]);
  return keep;
}
