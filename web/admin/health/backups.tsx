import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackupState } from '#contract/admin/upkeep.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';

const PATH = `${ADMIN_API_PREFIX}backups`;
const POLL_INTERVAL_MS = 3000;

/** When the last backup was made, and a button that makes one, as `npm run backup` does. */
export function Backups() {
  const client = useQueryClient();
  const { data: state } = useQuery<BackupState>({
    queryKey: [PATH],
    staleTime: 0,
    refetchInterval: (query) => query.state.data?.isRunning && POLL_INTERVAL_MS,
  });
  const { runMutation, busy } = useRunMutation();
  if (!state) return <div className="h-24" />;
  const start = () =>
    runMutation(t('Couldn’t start the backup'), async () => {
      client.setQueryData([PATH], await send<BackupState>('POST', PATH));
    });
  return (
    <div className="flex min-h-24 flex-wrap items-center justify-between gap-3">
      {state.failure && !state.isRunning && (
        <p role="alert" className="w-full wrap-anywhere text-danger">
          {rich('The backup of {time} failed: {cause}', {
            time: <RecentDateTime at={state.failure.at} />,
            cause: state.failure.cause,
          })}
        </p>
      )}
      <p role="status">
        {state.isRunning
          ? t('A backup is being made.')
          : state.lastAt
            ? rich('The last backup is from {time}, Los Angeles time.', { time: <RecentDateTime at={state.lastAt} /> })
            : t('No backup was made yet.')}
      </p>
      {state.isConfigured ? (
        <Button variant="secondary" busy={busy || state.isRunning} onClick={start}>
          {!busy && !state.isRunning && <Icon name="copy" />}
          {t('Back up now')}
        </Button>
      ) : (
        <p className="text-muted text-sm">
          {rich('Set <code>BACKUP_TO</code> on the server to make backups from here.', {
            code: (text) => <code>{text}</code>,
          })}
        </p>
      )}
    </div>
  );
}
