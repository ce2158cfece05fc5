import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PushStatus } from '#contract/conversations/push.ts';
import { t } from '#contract/i18n/t.ts';
import { ApiError } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { pushStatusQuery } from '#web/conversations/conversation-queries.ts';
import { findEndpoint, getPushSupport, turnOff, turnOn } from './push-subscription.ts';

const BLOCKED = t('Your browser blocks notifications of this site. Allow them in its settings, then try again.');

/** Turns notifications about new messages in this browser on and off. */
export function NotificationButton() {
  const support = useBrowserState(getPushSupport);
  const endpoint = useBrowserState(findEndpointIfSupported);
  const { data: status } = useQuery(pushStatusQuery);
  const client = useQueryClient();
  const { busy, runMutation } = useRunMutation();
  const [isOn, setOn] = useState<boolean>();
  if (support === 'home-screen')
    return (
      <span className="text-muted">{t('For notifications, add this site to your Home Screen and open it there.')}</span>
    );
  if (support !== 'supported' || endpoint === undefined || !status) return null;

  const on = isOn ?? (status.endpoint !== null && status.endpoint === endpoint);
  const change = () =>
    runMutation(t('We couldn’t change notifications'), async () => {
      if (on) {
        await turnOff();
        client.setQueryData<PushStatus>(pushStatusQuery.queryKey, { ...status, endpoint: null });
        setOn(false);
        return;
      }
      const changed = await turnOn(status.publicKey).catch((error) => {
        // Other errors are the browser's, in words for programmers.
        throw error instanceof ApiError
          ? error
          : new ApiError(0, t('The push service of your browser can’t be reached. Try again later.'));
      });
      if (changed === 'denied') {
        toast({ title: t('Notifications stay off'), description: BLOCKED, tone: 'danger' });
        return;
      }
      client.setQueryData(pushStatusQuery.queryKey, changed);
      setOn(true);
    });
  return (
    <Button variant="secondary" size="sm" aria-pressed={on} busy={busy} onClick={change}>
      <Icon name={on ? 'circle-check' : 'bell'} />
      {on ? t('Notifications on') : t('Notify me in this browser')}
    </Button>
  );
}

const findEndpointIfSupported = async () => (getPushSupport() === 'supported' ? findEndpoint() : null);

/** What only the browser knows: undefined in the first rendering. `read` must not change. */
function useBrowserState<State>(read: () => State | Promise<State>): State | undefined {
  const [state, setState] = useState<State>();
  useEffect(() => {
    let isCurrent = true;
    void Promise.resolve(read()).then((found) => isCurrent && setState(found));
    return () => {
      isCurrent = false;
    };
  }, [read]);
  return state;
}
