import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EMPTY_LISTING_FORM, type ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import { type DraftState, deleteDraft, newDraftState, readDraft, saveDraft } from './draft.ts';

// Nobody types so fast that more often would save anything.
const SAVE_DELAY_MS = 300;

/**
 * Brings a form back as it was last filled in in this tab, and keeps it from then on while it is typed.
 * @param premium what the page's address says of the plan; undefined when nothing
 */
export function useDraft(form: SchemaForm<ListingForm>, premium: boolean | undefined) {
  const { reset, watch, getValues, setValue } = form;
  const [state, setState] = useState<DraftState | null>(null);
  const latest = useRef<DraftState>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const begin = (values: ListingForm, next: DraftState) => {
    latest.current = next;
    setState(next);
    // The default values are those of an empty form: whether anything was filled in is told by them.
    reset(values, { keepDefaultValues: true, keepFieldsRef: true });
  };

  /** Writes what is waiting to be written, if anything is. */
  const keepNow = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (latest.current) saveDraft(getValues(), latest.current);
  };
  const keepSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(keepNow, SAVE_DELAY_MS);
  };
  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    deleteDraft();
  };

  // Before the first paint: the fields then hold at once what they held.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useLayoutEffect(() => {
    const draft = readDraft();
    begin(draft?.values ?? getValues(), draft?.state ?? newDraftState());
  }, []);
  useLayoutEffect(() => {
    if (premium !== undefined) setValue('premium', premium);
  }, [premium, setValue]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    const { unsubscribe } = watch(keepSoon);
    addEventListener('pagehide', keepNow);
    return () => {
      unsubscribe();
      removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, []);

  return {
    /** What is kept with the fields; null until it is known, which it never is on the server. */
    state,
    set: (change: Partial<DraftState>) => {
      if (!latest.current) return;
      latest.current = { ...latest.current, ...change };
      setState(latest.current);
      keepSoon();
    },
    keepNow: () => {
      keepSoon();
      keepNow();
    },
    /** What was filled in has become a listing: what is typed next is another. */
    forget,
    /** Empties the form, for another listing. */
    startOver: () => {
      begin({ ...EMPTY_LISTING_FORM, premium: premium ?? false }, newDraftState());
      forget();
    },
  };
}
