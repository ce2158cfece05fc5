import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { SuggestedEdit } from '#contract/reports/suggested-edits.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { acceptLabel, dismissLabel, Evidence, SuggestedValue } from './suggested-value.tsx';

const PATH = '/api/user/suggested-edits';

/** What visitors suggest for the user's listings. Renders nothing without suggestions, and nothing when they fail to load. */
export function OwnSuggestedEdits() {
  const client = useQueryClient();
  const { data } = useQuery<Page<SuggestedEdit>, ApiError>({ queryKey: [PATH] });
  const [pending, setPending] = useState(false);
  if (!data || data.items.length === 0) return null;

  const decide = async (edit: SuggestedEdit, verb: 'accept' | 'dismiss') => {
    setPending(true);
    const failure = await runMutation(t('We couldn’t save your decision'), () =>
      send('POST', `${PATH}/${edit.id}/${verb}`),
    );
    if (!failure) toast({ ...toDecisionTexts(edit, verb), tone: 'success' });
    await client.invalidateQueries({ queryKey: [PATH] });
    setPending(false);
  };
  return (
    <div className="mb-8">
      <h3 className="text-lg">{t('Suggestions from visitors')}</h3>
      <ul className="mt-3 divide-y rounded-card border bg-card px-4 sm:px-5">
        {data.items.map((edit) => (
          <li key={edit.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div>
              <a href={`/ads/${edit.listing.id}`} className="link wrap-anywhere font-semibold">
                {edit.listing.title}
              </a>
              <SuggestedValue edit={edit} />
              <p className="text-muted text-sm">
                <Evidence edit={edit} />
              </p>
            </div>
            <span className="flex flex-wrap gap-2">
              {edit.kind !== 'closed' && (
                <Button variant="secondary" size="sm" disabled={pending} onClick={() => decide(edit, 'accept')}>
                  {acceptLabel(edit)}
                  <span className="sr-only"> {t('for {listing}', { listing: edit.listing.title })}</span>
                </Button>
              )}
              <Button variant="secondary" size="sm" disabled={pending} onClick={() => decide(edit, 'dismiss')}>
                {dismissLabel(edit)}
                <span className="sr-only"> {t('for {listing}', { listing: edit.listing.title })}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function toDecisionTexts(edit: SuggestedEdit, verb: 'accept' | 'dismiss') {
  if (verb === 'dismiss') return { title: t('Suggestion dismissed'), description: t('Your listing stays as it is.') };
  return edit.changesListing
    ? { title: t('Suggestion applied'), description: t('Your listing shows it now.') }
    : { title: t('Marked as done'), description: t('Your listing stays as you’ve edited it.') };
}
