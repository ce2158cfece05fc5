import { t } from '#contract/i18n/t.ts';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import type { BookingInput } from './ad-form.ts';

/** Checkboxes of the counties or categories that an ad is for; none is all. */
export function SubjectsField({
  form,
  name,
  label,
  options,
}: {
  form: SchemaForm<BookingInput>;
  name: 'counties' | 'categories';
  label: string;
  options: { slug: string; name: string; isChild?: boolean }[];
}) {
  const { value, onChange, onBlur, errorAt, ref } = useFormGroup(form, name);
  const error = errorAt('');
  return (
    <fieldset ref={ref} aria-describedby={`${name}-note`}>
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1 grid max-h-56 overflow-y-auto rounded-field border px-3 sm:grid-cols-2">
        {options.map(({ slug, name: text, isChild }) => (
          <label key={slug} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={value.includes(slug)}
              aria-invalid={error ? true : undefined}
              onBlur={onBlur}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, slug] : value.filter((chosen) => chosen !== slug))
              }
            />
            {isChild ? `– ${text}` : text}
          </label>
        ))}
      </div>
      <FieldMessage id={`${name}-note`} hint={t('None means all.')} error={error} />
    </fieldset>
  );
}
