import { useState } from 'react';
import type { ExportSchedule } from '#contract/admin/scheduled-exports.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { ScheduleItem } from './export-schedule.tsx';
import { RemoveScheduleDialog } from './remove-schedule-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useExportSchedules } from './schedule-queries.ts';

/** The exports that are made by themselves, with their files. */
export function ScheduledExports() {
  const { data, error, refetch } = useExportSchedules();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ExportSchedule | null>(null);
  return (
    <section aria-labelledby="scheduled-exports" className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-measure">
          <h3 id="scheduled-exports" className="text-xl">
            {t('Scheduled exports')}
          </h3>
          <p className="mt-1 text-muted">
            {data?.isEncrypted
              ? t('Made automatically, encrypted, and stored where backups are.')
              : t('Made automatically, and stored where backups are.')}
          </p>
        </div>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('Schedule an export')}
        </Button>
      </div>
      {data && !data.isPlaceSet && (
        <p className="flex max-w-measure items-start gap-2 text-sm">
          <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0 text-danger" />
          {t(
            'No place for backups outside this server is set up (BACKUP_TO in the settings of the server), so files stay on its own disk and are lost with it.',
          )}
        </p>
      )}
      {error && !data && (
        <div role="alert">
          <EmptyState
            title={t('Failed to fetch scheduled exports')}
            action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
          >
            {error.message}
          </EmptyState>
        </div>
      )}
      {!data && !error && (
        <SkeletonGroup label={t('Loading scheduled exports…')}>
          <Skeleton className="h-28 rounded-card" />
        </SkeletonGroup>
      )}
      {data?.schedules.length === 0 && (
        <EmptyState title={t('No scheduled exports')}>
          {t('Schedule one to have a fresh copy of a table at hand.')}
        </EmptyState>
      )}
      {data && data.schedules.length > 0 && (
        <ul className="grid gap-4">
          {data.schedules.map((schedule) => (
            <ScheduleItem key={schedule.id} schedule={schedule} onRemove={() => setRemoving(schedule)} />
          ))}
        </ul>
      )}
      {isAdding && <ScheduleDialog onClose={() => setAdding(false)} />}
      <RemoveScheduleDialog schedule={removing} onClose={() => setRemoving(null)} />
    </section>
  );
}
