import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';

/** Counts who would write to a business that has not joined, for whoever claims it. */
export function JoinRequest({ id }: { id: number }) {
  const [state, setState] = useState<{ busy?: boolean; asked?: boolean; failure?: string }>({});
  const ask = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t save that'), () => send('POST', `/api/ads/${id}/join-requests`, {}));
    // Asked before on the same day counts as asked.
    setState(failure && failure.status !== 429 ? { failure: failure.message } : { asked: true });
  };
  return (
    <>
      {!state.asked && (
        <div>
          <Button variant="ghost" size="sm" className="-ml-3.5" busy={state.busy ?? false} onClick={ask}>
            {t('Ask them to join, so that you can write to them')}
          </Button>
          <p className="text-muted text-sm">
            {t('This only counts you: whoever claims this listing sees how many people asked.')}
          </p>
        </div>
      )}
      <p role="status" className="w-full empty:hidden">
        {state.failure}
        {state.asked &&
          t(
            'Thank you. Whoever claims this listing sees how many people wanted to write. We send nothing to addresses that nobody has confirmed.',
          )}
      </p>
    </>
  );
}
