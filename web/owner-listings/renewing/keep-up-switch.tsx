import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { userQuery, useUser } from '#web/base/session/user.ts';
import { Switch } from '#web/base/ui/form/switch.tsx';

/** 'Keep my free listings up', for owners of listings that end. */
export function KeepUpSwitch({ listings }: { listings: OwnerListing[] }) {
  const { user } = useUser();
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  if (!user || !listings.some(({ expiresAt }) => expiresAt !== null)) return null;

  const change = (keepsListingsUp: boolean) =>
    runMutation(t('Couldn’t save that'), async () => {
      client.setQueryData(userQuery.queryKey, await send<User>('PATCH', '/api/user', { keepsListingsUp }));
    });
  return (
    <Switch
      className="mb-4"
      label={t('Keep my free listings up')}
      hint={t('They renew for free while you use the site or the links in our emails. Otherwise we remind you.')}
      checked={user.keepsListingsUp}
      aria-busy={busy}
      onChange={({ target }) => !busy && void change(target.checked)}
    />
  );
}
