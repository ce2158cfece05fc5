import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Says that nobody would read a message to a business that has not joined, and counts who would have written. */
export function JoinDialog({
  listing: { id, phone, tel },
  open,
  onClose,
}: {
  listing: ListingPage;
  open: boolean;
  onClose: () => void;
}) {
  const [state, setState] = useState<{ busy?: boolean; asked?: boolean; failure?: string }>({});
  const ask = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t save that'), () => send('POST', `/api/ads/${id}/join-requests`, {}));
    // Asked before on the same day counts as asked.
    setState(failure && failure.status !== 429 ? { failure: failure.message } : { asked: true });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('This business has not joined yet')}
      actions={
        <>
          {!state.asked && (
            <Button busy={state.busy ?? false} onClick={ask}>
              {t('I’d like to write to them')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {state.asked
            ? t(
                'Thank you. Whoever claims this listing sees how many people wanted to write. We send nothing to addresses that nobody has confirmed.',
              )
            : t(
                'Nobody would read a message here. You can let the business know that people ask for it: whoever claims the listing sees how many did.',
              )}
        </p>
        {phone && tel && (
          <p>
            <a href={tel} className={buttonClass({ variant: 'secondary' })}>
              <Icon name="phone" />
              {t('Call {phone}', { phone })}
            </a>
          </p>
        )}
        <p role="status" className="text-danger empty:hidden">
          {state.failure}
        </p>
      </div>
    </Dialog>
  );
}
