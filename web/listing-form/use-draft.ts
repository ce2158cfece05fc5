import { useLayoutEffect, useRef, useState } from 'react';
import type { ListingForm } from '#contract/listing-form.ts';
import { useStoredDraft } from '#web/base/api/stored-draft.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { type DraftState, listingDraft, NEW_LISTING_FORM, newDraftState } from './draft.ts';

// Short enough that a crash loses a few characters, long enough that a fast typist does not write at every key.
const SAVE_DELAY_MS = 300;

/**
 * Restores the form of a new listing as it was last typed in this tab, and stores it while it is typed.
 * @param premium the plan that the page's URL names; undefined when it names none
 */
export function useDraft(form: SchemaForm<ListingForm>, premium: boolean | undefined) {
  const { reset, watch, getValues, setValue } = form;
  const [state, setState] = useState<DraftState | null>(null);
  const latest = useRef<DraftState>(null);

  const begin = (values: ListingForm, next: DraftState) => {
    latest.current = next;
    setState(next);
    // The default values stay those of an empty form: `isDirty` then says whether anything was typed.
    reset(values, { keepDefaultValues: true, keepFieldsRef: true });
  };

  // Layout effects, so that the first paint shows the restored fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useLayoutEffect(() => {
    const draft = listingDraft.read() ?? { ...getValues(), ...newDraftState() };
    const { idempotencyKey, openSections, uploaded, ...values } = draft;
    begin(values, { idempotencyKey, openSections, uploaded });
  }, []);
  useLayoutEffect(() => {
    if (premium !== undefined) setValue('premium', premium);
  }, [premium, setValue]);

  const getDraft = () => latest.current && { ...getValues(), ...latest.current };
  const { saveNow, saveSoon, discard } = useStoredDraft(watch, listingDraft, getDraft, SAVE_DELAY_MS);

  return {
    /** Null on the server and until the stored draft was read. */
    state,
    update: (change: Partial<DraftState>) => {
      if (!latest.current) return;
      latest.current = { ...latest.current, ...change };
      setState(latest.current);
      saveSoon();
    },
    saveNow,
    /** Replaces what is in the form. */
    replace: ({ idempotencyKey, openSections, uploaded, ...values }: ListingForm & DraftState) => {
      begin(values, { idempotencyKey, openSections, uploaded });
      saveNow();
    },
    /** Removes the stored draft once it was posted: what is typed next is another listing. */
    discard,
    /** Empties the form and removes the stored draft. */
    startOver: () => {
      begin({ ...NEW_LISTING_FORM, premium: premium ?? false }, newDraftState());
      discard();
    },
  };
}
