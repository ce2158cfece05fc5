import { useState } from 'react';
import type { ExportSchedule } from '#contract/admin/scheduled-exports.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useScheduleActions } from './schedule-queries.ts';

/** Asks before a scheduled export is removed with its files. */
export function RemoveScheduleDialog({ schedule, onClose }: { schedule: ExportSchedule | null; onClose: () => void }) {
  const { remove } = useScheduleActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!schedule) return;
    setBusy(true);
    const failed = await remove(schedule.id);
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({ title: t('Scheduled export removed'), tone: 'success' });
    close();
  };
  const count = schedule?.files.filter(({ state }) => state === 'complete').length ?? 0;
  return (
    <Dialog
      open={schedule !== null}
      onClose={close}
      title={t('Remove this scheduled export?')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {t('Remove')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p>
        {count === 0
          ? t('No more files will be made.')
          : t(
              '{count, plural, one {No more files will be made, and its file is deleted. You can’t undo this.} other {No more files will be made, and its # files are deleted. You can’t undo this.}}',
              { count },
            )}
      </p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
