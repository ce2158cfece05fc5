import { EXPORT_SUBJECTS, type ExportSubject } from '#contract/admin/exports.ts';
import {
  type ExportScheduleForm,
  type ExportScheduleInput,
  exportScheduleFormSchema,
  MAX_EXPORT_FILES,
} from '#contract/admin/scheduled-exports.ts';
import { t } from '#contract/i18n/t.ts';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { FORMATS, formatHour, INTERVALS, SUBJECTS } from './labels.ts';
import { useScheduleActions } from './schedule-queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Schedules an export. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const { add } = useScheduleActions();
  const form = useSchemaForm<ExportScheduleInput, ExportScheduleForm>({
    schema: exportScheduleFormSchema,
    defaultValues: { subject: 'listings', format: 'csv', every: 'week', hour: 3, keep: 8 },
    onSubmit: async (schedule) => {
      const failure = await add(schedule);
      if (failure) return failure;
      toast({ title: t('Export scheduled'), tone: 'success' });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Schedule an export')}
      intro={
        <p className="mb-4 text-muted">
          {t('Files are compressed and stored where backups are, which no visitor can read.')}
        </p>
      }
      focus="subject"
      submitLabel={t('Schedule')}
      busyLabel={t('Scheduling...')}
    >
      <FormControl
        form={form}
        name="subject"
        label={t('What', null, 'export')}
        hint={SUBJECTS[form.watch('subject')]?.about}
      >
        {(control) => (
          <Select {...control}>
            {(Object.keys(EXPORT_SUBJECTS) as ExportSubject[]).map((subject) => (
              <option key={subject} value={subject}>
                {SUBJECTS[subject].label}
              </option>
            ))}
          </Select>
        )}
      </FormControl>
      <FormControl form={form} name="format" label={t('Format')}>
        {(control) => <Select {...control}>{toOptions(FORMATS)}</Select>}
      </FormControl>
      <FormControl form={form} name="every" label={t('How often')}>
        {(control) => <Select {...control}>{toOptions(INTERVALS)}</Select>}
      </FormControl>
      <FormControl form={form} name="hour" label={t('At')} hint={t('Los Angeles time')}>
        {(control) => (
          <Select {...control}>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {formatHour(hour)}
              </option>
            ))}
          </Select>
        )}
      </FormControl>
      <FormControl
        form={form}
        name="keep"
        label={t('Files to keep')}
        hint={t('From 1 to {max, number}. When there are more, the oldest is deleted.', { max: MAX_EXPORT_FILES })}
      >
        {(control) => <TextInput {...control} type="number" min={1} max={MAX_EXPORT_FILES} inputMode="numeric" />}
      </FormControl>
    </FormDialog>
  );
}

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
