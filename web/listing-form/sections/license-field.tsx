import { t } from '#contract/i18n/t.ts';
import { DETAIL_FIELDS } from '#contract/listing-fields/detail-fields.ts';
import { LICENSE_CLASSES } from '#contract/listing-fields/license-classes.ts';
import { NOT_LICENSED } from '#contract/listing-fields/not-licensed.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { useNeededLicenses } from './license-reminder.tsx';

/** The license number; in trades that California licenses with the classes and the reason, and a statement for those who need none. */
export function LicenseField({ form }: { form: SchemaForm<ListingForm> }) {
  // 'C-36 plumbing'
  const classes = useNeededLicenses(form).map((name) => `${name} ${LICENSE_CLASSES[name]?.name ?? ''}`.trim());
  const { label, hint } = DETAIL_FIELDS.licenseNumber;
  const isStated = form.watch('licenseNumber') === NOT_LICENSED;
  const isBonded = /\bbonded\b/i.test(`${form.watch('title')} ${form.watch('description')}`);
  const set = (value: string) => form.setValue('licenseNumber', value, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="grid gap-2">
      <FormControl
        form={form}
        name="licenseNumber"
        label={label}
        hint={
          classes.length > 0
            ? t(
                'California licenses this trade ({classes}), and ads must show the number (Business and Professions Code 7030.5). Use your own: another’s is an offense (7027.3).',
                { classes: classes.join(', ') },
              )
            : hint
        }
        optional={classes.length === 0}
      >
        {(control) => <TextInput {...control} autoComplete="off" readOnly={isStated} />}
      </FormControl>
      {(classes.length > 0 || isStated) && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={isStated}
            onChange={({ target }) => set(target.checked ? NOT_LICENSED : '')}
          />
          <span>{t('Not licensed; jobs under $1,000')}</span>
        </label>
      )}
      {classes.length > 0 && isBonded && (
        <p className="text-muted text-sm">
          {t('Your ad says “bonded”: contractors may not advertise their license bond that way (16 CCR 861).')}
        </p>
      )}
    </div>
  );
}
