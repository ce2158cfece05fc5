import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hasPermission } from '#contract/admin/roles.ts';
import type { BackupState } from '#contract/admin/upkeep.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { send } from '#web/base/api/api.ts';
import { fetchFile } from '#web/base/api/fetch-file.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { HostingNote } from './hosting-note.tsx';

const PATH = `${ADMIN_API_PREFIX}backups`;
const POLL_INTERVAL_MS = 3000;

/** When the last backup was made, a button that makes one, as `npm run backup` does, and one that downloads it. */
export function Backups() {
  const client = useQueryClient();
  const { user } = useUser();
  const { data: state } = useQuery<BackupState>({
    queryKey: [PATH],
    staleTime: 0,
    refetchInterval: (query) => query.state.data?.isRunning && POLL_INTERVAL_MS,
  });
  const { runMutation, busy } = useRunMutation();
  if (!state) return <div className="h-24" />;
  const { isAutomatic, isEncrypted, isRunning, lastAt, downloadableAt, failure } = state;
  const start = () =>
    runMutation(t('Couldn’t start the backup'), async () => {
      client.setQueryData([PATH], await send<BackupState>('POST', PATH));
      toast({ title: t('The backup has started'), description: t('You can leave this page.'), tone: 'success' });
    });
  const download = () =>
    runMutation(t('Couldn’t download the backup'), async () =>
      saveFile(`backup-${downloadableAt?.slice(0, 10)}.tar`, await fetchFile(`${PATH}/file`)),
    );
  return (
    <div className="grid gap-4">
      <div className="flex min-h-24 flex-wrap items-center justify-between gap-3">
        {failure && !isRunning && (
          <p role="alert" className="w-full wrap-anywhere text-danger">
            {rich('The backup of {time} failed: {cause}', {
              time: <RecentDateTime at={failure.at} />,
              cause: failure.cause,
            })}
          </p>
        )}
        <p role="status">
          {isRunning
            ? t('A backup is being made.')
            : lastAt
              ? rich('The last backup is from {time}, Los Angeles time.', { time: <RecentDateTime at={lastAt} /> })
              : t('No backup was made yet.')}
        </p>
        <div className="flex flex-wrap gap-2">
          {downloadableAt && hasPermission(user?.role ?? null, 'settings') && (
            <Button variant="secondary" disabled={busy || isRunning} onClick={download}>
              <Icon name="download" />
              {t('Download')}
            </Button>
          )}
          <Button variant="secondary" busy={busy || isRunning} onClick={start}>
            {!busy && !isRunning && <Icon name="copy" />}
            {t('Back up now')}
          </Button>
        </div>
      </div>
      {!isAutomatic && (
        <p className="max-w-measure text-muted text-sm">
          {t(
            'A backup made here stays on the disk of this server and is lost with it: download it, and keep it in another place.',
          )}
        </p>
      )}
      {!isEncrypted && (
        <p className="max-w-measure text-muted text-sm">
          {t('The file isn’t encrypted. It has all data of all people: keep it where nobody else can read it.')}
        </p>
      )}
      {!(isAutomatic && isEncrypted) && <HostingNote isAutomatic={isAutomatic} isEncrypted={isEncrypted} />}
    </div>
  );
}
