import { useState } from 'react';
import { type Hours, WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DayFields } from './day-fields.tsx';
import { BY_APPOINTMENT, EMPTY_HOURS, isByAppointment } from './day-hours.ts';

/** The hours of the week: by appointment only, or seven days, each closed, by appointment, open 24 hours or with spans. */
export function WeekFields({ form }: { form: SchemaForm<ListingForm> }) {
  const field = useFormGroup(form, 'hours');
  const [copied, setCopied] = useState('');
  const [asks, setAsks] = useState(false);
  const hours: Hours = { ...EMPTY_HOURS, ...field.value };
  const change = (changed: Partial<Hours>) => {
    const next = { ...hours, ...changed };
    field.onChange(Object.values(next).some((day) => day !== null) ? next : null);
  };
  const byAppointment = isByAppointment(hours);
  const replaceHours = () => {
    setAsks(false);
    field.onChange(BY_APPOINTMENT);
  };
  return (
    <fieldset ref={field.ref}>
      <legend className="sr-only">{t('Opening hours')}</legend>
      <Switch
        label={t('By appointment only')}
        hint={t('Your page says “By appointment: call first” instead of hours.')}
        checked={byAppointment}
        onChange={({ target }) => {
          if (!target.checked) field.onChange(null);
          else if (field.value && Object.values(hours).some(Array.isArray)) setAsks(true);
          else replaceHours();
        }}
      />
      <ConfirmDialog
        open={asks}
        title={t('Remove your hours?')}
        action={t('By appointment only')}
        onConfirm={replaceHours}
        onClose={() => setAsks(false)}
      >
        {t('The hours of each day are removed when you see customers by appointment only.')}
      </ConfirmDialog>
      {!byAppointment && (
        <>
          <p className="mt-3 text-muted text-sm">{t('You can go past midnight, such as 6:00 PM to 2:00 AM.')}</p>
          <ul className="mt-2 divide-y border-y">
            {WEEKDAYS.map((day) => (
              <li key={day}>
                <DayFields
                  day={day}
                  value={hours[day]}
                  onChange={(value) => change({ [day]: value })}
                  onLeave={field.onBlur}
                  onCopy={(days, announcement) => {
                    change(Object.fromEntries(days.map((other) => [other, hours[day]])));
                    setCopied(announcement);
                  }}
                  errorAt={(path) => field.errorAt(day + path)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status" className="sr-only">
        {copied}
      </p>
    </fieldset>
  );
}
