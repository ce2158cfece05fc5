import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { PostingDraft } from '#contract/owner-listings.ts';
import { send } from '#web/base/api/api.ts';
import { getLocalStorage } from '#web/base/api/browser-storage.ts';
import { formatDay } from '#web/base/formats/data-month.ts';
import { ACCOUNT_DRAFT_KEY } from '#web/base/session/browser-data.ts';
import { Button } from '#web/base/ui/button.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { type DraftState, listingDraft, parseAged } from '#web/listing-form/draft.ts';

const URL = '/api/user/posting-draft';
const SAVE_DELAY_MS = 3000;

/** When the version was saved that this browser has, so that a newer one of another device is told from it. */
const readBase = () => getLocalStorage()?.getItem(ACCOUNT_DRAFT_KEY) ?? null;
const writeBase = (savedAt: string) => getLocalStorage()?.setItem(ACCOUNT_DRAFT_KEY, savedAt);

type Draft = ListingForm & DraftState;

/**
 * Keeps the form of a new listing in the account while it is typed, and offers what was typed on another device.
 * @param onContinue called with the other one, which replaces what is in the form
 */
export default function AccountDraft({
  form,
  onContinue,
}: {
  form: SchemaForm<ListingForm>;
  onContinue: (draft: Draft) => void;
}) {
  const query = useQuery<{ draft: PostingDraft | null }>({
    queryKey: [URL],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    throwOnError: false,
  });
  // Before anything is saved here, which moves it on.
  const [base] = useState(readBase);
  const [isDecided, setDecided] = useState(false);
  const kept = useRef<string>(undefined);
  const stored = query.data?.draft;
  const offered = stored && !isDecided && stored.savedAt !== base ? parse(stored) : null;
  // Nothing is saved before it is known whether that would replace another one.
  const isSaving = query.isSuccess && !offered;

  useEffect(() => {
    if (!isSaving) return;
    kept.current ??= stored?.content;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      timer = undefined;
      // Nothing is stored once it was posted, and nothing was typed where only the account's details are filled in.
      const draft = listingDraft.read();
      if (!draft?.title && !draft?.description) return;
      const content = JSON.stringify(draft);
      if (content === kept.current) return;
      kept.current = content;
      send<{ savedAt: string }>('PUT', URL, { content }).then(
        ({ savedAt }) => writeBase(savedAt),
        // It is stored in this browser all the same.
        () => {},
      );
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    // What was typed before this was loaded, or before signing in.
    saveSoon();
    const { unsubscribe } = form.watch(saveSoon);
    const flush = () => timer !== undefined && save();
    addEventListener('pagehide', flush);
    return () => {
      unsubscribe();
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [isSaving, form.watch, stored]);

  if (!offered || !stored) return null;
  const decide = () => {
    writeBase(stored.savedAt);
    setDecided(true);
  };
  return (
    <section aria-label={t('Draft from another device')} className="mb-5 rounded-field bg-pacific-wash px-3.5 py-3">
      <p>
        {offered.title
          ? t('You began “{title}” on another device on {day}.', {
              title: offered.title,
              day: formatDay(stored.savedAt.slice(0, 10)),
            })
          : t('You began a listing on another device on {day}.', { day: formatDay(stored.savedAt.slice(0, 10)) })}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          onClick={() => {
            decide();
            onContinue(offered);
          }}
        >
          {t('Continue it')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            decide();
            if (!listingDraft.read()) deleteAccountDraft();
          }}
        >
          {t('Keep what is here')}
        </Button>
      </div>
    </section>
  );
}

/** Deletes what is kept in the account. */
export const deleteAccountDraft = () => void send('DELETE', URL).catch(() => {});

function parse({ content, savedAt }: PostingDraft): Draft | null {
  try {
    const stored: unknown = JSON.parse(content);
    return typeof stored === 'object' && stored !== null ? parseAged(stored, Date.now() - Date.parse(savedAt)) : null;
  } catch {
    return null;
  }
}
