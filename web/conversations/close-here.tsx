import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { removePrivateQueries } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Ends what the links of emails have opened in this browser, for who has no account and uses a shared computer. */
export function CloseHere() {
  const { user } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation, busy } = useRunMutation();
  if (user !== null) return null;
  const close = async () => {
    const failure = await runMutation(t('Couldn’t close it'), () => send('POST', '/api/links/close'));
    if (failure) return;
    removePrivateQueries(client);
    await navigate('/');
    toast({ title: t('Closed on this device'), tone: 'success' });
  };
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4 text-muted text-sm">
      {t('This browser can open the page for 30 days. If others use it too, close it here.')}
      <Button variant="secondary" size="sm" busy={busy} onClick={() => void close()}>
        {busy ? t('Closing...') : t('Close on this device')}
      </Button>
    </p>
  );
}
