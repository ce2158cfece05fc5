import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';

/** Says that a link has ended, and sends another one to the address that it was sent to. */
export function EndedLink({ token }: { token: string }) {
  const [state, setState] = useState<{ busy?: boolean; failure?: string | undefined; isSent?: boolean }>({});
  const renew = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t send a new link'), () =>
      send('POST', '/api/links/renew', { token }),
    );
    setState({ failure: failure?.message, isSent: !failure });
  };
  if (state.isSent)
    return (
      <EmptyState as="h1" title={t('Check your email')}>
        {t('If the link was one of ours, a new one is on its way to the address that the old one was sent to.')}
      </EmptyState>
    );
  return (
    <EmptyState
      as="h1"
      title={t('This link has ended')}
      action={
        <Button busy={state.busy ?? false} onClick={() => void renew()}>
          {state.busy ? t('Sending...') : t('Email me a new link')}
        </Button>
      }
    >
      <p>{t('The links in our emails work for 30 days, or for a day once they’ve been opened.')}</p>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {state.failure}
      </p>
    </EmptyState>
  );
}
