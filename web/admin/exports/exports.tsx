import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EXPORT_SUBJECTS, type ExportFormat, type ExportSubject } from '#contract/admin/exports.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { fetchFile } from '#web/base/api/fetch-file.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';
import { Archives } from './archives.tsx';
import { FORMATS, SUBJECTS } from './labels.ts';
import { ScheduledExports } from './scheduled-exports.tsx';

const SUBJECT_NAMES = Object.keys(EXPORT_SUBJECTS) as ExportSubject[];

/** Downloads of everything in the tables that the role of the user may see. */
export function Exports() {
  const [search] = useSearchParams();
  const role = useUser().user?.role ?? null;
  const subjects = SUBJECT_NAMES.filter((name) => hasPermission(role, EXPORT_SUBJECTS[name]));
  const asked = subjects.find((name) => name === search.get('subject'));
  const [subject, setSubject] = useState<ExportSubject>(asked ?? subjects[0] ?? 'listings');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { busy, runMutation } = useRunMutation();
  const download = () =>
    runMutation(t('Failed to export'), async () => {
      const path = `${ADMIN_API_PREFIX}exports/${subject}?format=${format}`;
      saveFile(`${subject}.${format}`, await fetchFile(path));
    });
  return (
    <div className="grid gap-10">
      <Card className="grid max-w-130 gap-4 p-5">
        <Field label={t('What', null, 'export')} hint={SUBJECTS[subject].about}>
          {(control) => (
            <Select {...control} value={subject} onChange={(event) => setSubject(event.target.value as ExportSubject)}>
              {subjects.map((value) => (
                <option key={value} value={value}>
                  {SUBJECTS[value].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('Format')}>
          {(control) => (
            <Select {...control} value={format} onChange={(event) => setFormat(event.target.value as ExportFormat)}>
              {Object.entries(FORMATS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <p>
          <Button busy={busy} onClick={download}>
            {!busy && <Icon name="download" />}
            {busy ? t('Preparing...') : t('Download')}
          </Button>
        </p>
        <p className="flex items-start gap-2 text-muted text-sm">
          <Icon name="shield-check" className="mt-0.5 size-4 shrink-0" />
          {t(
            'Files have personal data. We ask who you are before each download, unless you did in the past 10 minutes, and add it to the audit log.',
          )}
        </p>
      </Card>
      {hasPermission(role, 'settings') && <Archives />}
      {hasPermission(role, 'settings') && <ScheduledExports />}
    </div>
  );
}
