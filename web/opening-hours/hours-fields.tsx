import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { ClosedPeriodsFields } from './closed-periods-fields.tsx';
import { SpecialHoursFields } from './special-hours-fields.tsx';
import { useSpecialHours } from './use-special-hours.ts';
import { WeekFields } from './week-fields.tsx';

/** The form fields for opening hours: the week, when the business is temporarily closed, special days, and a note on holidays. */
export default function HoursFields({ form }: { form: SchemaForm<ListingForm> }) {
  const specialHours = useSpecialHours(form);
  return (
    <div className="grid gap-5">
      <WeekFields form={form} />
      <div ref={specialHours.ref} className="grid gap-5">
        <ClosedPeriodsFields specialHours={specialHours} />
        <SpecialHoursFields specialHours={specialHours} />
      </div>
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
