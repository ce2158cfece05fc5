import type { FieldPathValue, FieldValues, Path } from 'react-hook-form';
import { FieldMessage } from './field-message.tsx';
import type { SchemaForm } from './form.tsx';
import { useFormGroup } from './use-form-group.ts';

/** Checkboxes of a form, of which several can be chosen; the value has them in the order of `options`. */
export function FormChecklist<Input extends FieldValues, Value extends string>({
  form,
  name,
  label,
  options,
}: {
  form: SchemaForm<Input>;
  name: Path<Input>;
  label: string;
  options: readonly { value: Value; label: string }[];
}) {
  const { value, onChange, onBlur, errorAt, ref } = useFormGroup(form, name);
  const error = errorAt('');
  const chosen = value as Value[];
  const toggle = (toggled: Value, isOn: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === toggled ? isOn : chosen.includes(one))) as FieldPathValue<Input, Path<Input>>,
    );
  return (
    <fieldset ref={ref} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="font-semibold">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            checked={chosen.includes(option.value)}
            aria-invalid={error ? true : undefined}
            onBlur={onBlur}
            onChange={({ target }) => toggle(option.value, target.checked)}
          />
          {option.label}
        </label>
      ))}
      <FieldMessage id={`${name}-error`} error={error} />
    </fieldset>
  );
}
