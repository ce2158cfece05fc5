import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EXPORT_SUBJECTS, type ExportFormat, type ExportSubject } from '#contract/admin/exports.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '../admin/admin-queries.ts';
import { fetchApi, parseResponse, withStepUp } from '../app/api.ts';
import { useRunMutation } from '../app/use-run-mutation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { saveFile } from '../ui/save-file.ts';
import { FORMATS, SUBJECTS } from './labels.ts';
import { ScheduledExports } from './scheduled-exports.tsx';

/** Downloads of everything in a table. */
export function Exports() {
  const [search] = useSearchParams();
  const asked = (Object.keys(EXPORT_SUBJECTS) as ExportSubject[]).find((value) => value === search.get('subject'));
  const [subject, setSubject] = useState<ExportSubject>(asked ?? 'listings');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { busy, runMutation } = useRunMutation();
  const download = () =>
    runMutation(t('Failed to export'), async () => {
      const path = `${ADMIN_API_PREFIX}exports/${subject}?format=${format}`;
      const file = await withStepUp(async () => {
        const response = await fetchApi(path, {});
        if (!response.ok) await parseResponse(response);
        return response.blob();
      });
      saveFile(`${subject}.${format}`, file);
    });
  return (
    <div className="grid gap-10">
      <Card className="grid max-w-130 gap-4 p-5">
        <Field label={t('What', null, 'export')} hint={SUBJECTS[subject].about}>
          {(control) => (
            <Select {...control} value={subject} onChange={(event) => setSubject(event.target.value as ExportSubject)}>
              {(Object.keys(EXPORT_SUBJECTS) as ExportSubject[]).map((value) => (
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
      <ScheduledExports />
    </div>
  );
}
