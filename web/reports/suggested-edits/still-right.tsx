import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { formatDataMonth } from '#web/base/formats/data-month.ts';
import { Button } from '#web/base/ui/button.tsx';

const SuggestEditDialog = lazy(() => import('./suggest-edit-dialog.tsx'));

/** What is asked, where 'No' is doubted first, or what was answered. */
type Step = 'asked' | 'doubted' | 'confirmed' | 'closed';

/**
 * Asks whether the facts of a listing are right; of one whose source is old, whether it is still there. No asks once more, because
 * it cannot be taken back.
 */
export function StillRight({ listing }: { listing: ListingPage }) {
  // Undefined until the first click, which loads the dialog.
  const [open, setOpen] = useState<boolean>();
  const [step, setStep] = useState<Step>('asked');
  const [busy, setBusy] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const hasMoved = useRef(false);
  const go = (next: Step) => {
    hasMoved.current = true;
    setStep(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step removes the button that had the focus.
  useEffect(() => {
    if (hasMoved.current) line.current?.focus();
  }, [step]);
  const answer = async (kind: 'confirmed' | 'closed') => {
    setBusy(true);
    const failure = await (await import('./confirm-listing.ts')).answerAboutListing(listing.id, kind);
    setBusy(false);
    if (!failure) go(kind);
  };
  const since = listing.asksPresence && listing.sources[0]?.date;
  const button = (text: ReactNode, onClick: () => void) => (
    <Button variant="secondary" size="sm" disabled={busy} onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <>
      <p ref={line} tabIndex={-1} className="w-full sm:w-auto">
        {step === 'asked' &&
          (since
            ? t('This information is from {month}. Is it still here?', { month: formatDataMonth(since) })
            : t('Is this information right?'))}
        {step === 'doubted' && t('Has it closed for good, or moved away?')}
        {step === 'confirmed' &&
          (since
            ? t('Noted: it’s still here. Thank you for keeping this listing up to date.')
            : t('Noted: the information is right. Thank you for keeping this listing up to date.'))}
        {step === 'closed' &&
          t('Noted: it’s no longer here. If others say so too, the page says that it may have closed. Thank you.')}
      </p>
      {step === 'asked' && (
        <>
          {button(t('Yes'), () => answer('confirmed'))}
          {since && button(t('No'), () => go('doubted'))}
        </>
      )}
      {step === 'doubted' && (
        <>
          {button(t('Yes, it’s gone'), () => answer('closed'))}
          {button(t('Cancel'), () => go('asked'))}
        </>
      )}
      {button(t('Suggest an edit'), () => setOpen(true))}
      {open !== undefined && (
        <Suspense>
          <SuggestEditDialog listing={listing} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
