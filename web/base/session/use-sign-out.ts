import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { cancelPrivateQueries, clearUser, resumePrivateQueries } from './session.ts';

/** Signs out of this browser and shows a toast; `busy` until the API has answered. */
export function useSignOut() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    try {
      await cancelPrivateQueries(client);
      await send('POST', '/api/logout').catch(ignoreSignedOut);
      await clearUser(client);
      toast({ title: t('Logged out'), description: t('You have been successfully logged out.'), tone: 'success' });
    } catch {
      resumePrivateQueries(client);
      toast({ title: t('Logout failed'), description: t('Logout failed'), tone: 'danger' });
    }
    setBusy(false);
  };
  return { signOut, busy };
}

function ignoreSignedOut(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) throw error;
}
