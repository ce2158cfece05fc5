import { useState } from 'react';
import { type Hours, WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { DayFields } from './day-fields.tsx';
import { EMPTY_HOURS } from './day-hours.ts';
import { SpecialHoursFields } from './special-hours-fields.tsx';

/** The form fields for opening hours: seven days, each closed, open 24 hours or with spans, and a note on holidays. */
export default function HoursFields({ form }: { form: SchemaForm<ListingForm> }) {
  const field = useFormGroup(form, 'hours');
  const [copied, setCopied] = useState('');
  const hours: Hours = { ...EMPTY_HOURS, ...field.value };
  const change = (changed: Partial<Hours>) => {
    const next = { ...hours, ...changed };
    field.onChange(Object.values(next).some((day) => day !== null) ? next : null);
  };
  return (
    <div className="grid gap-5">
      <fieldset ref={field.ref}>
        <legend className="sr-only">{t('Opening hours')}</legend>
        <p className="text-muted text-sm">{t('You can go past midnight, such as 6:00 PM to 2:00 AM.')}</p>
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
        <p role="status" className="sr-only">
          {copied}
        </p>
      </fieldset>
      <SpecialHoursFields form={form} />
      <FormControl
        form={form}
        name="holidayNote"
        label={t('Note about holidays')}
        hint={t('Anything else, such as “Open late on game nights.”')}
        optional
      >
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormControl>
    </div>
  );
}
