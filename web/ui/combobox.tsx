import type { ComponentProps, Ref } from 'react';
import { type FieldControl, Select } from './field.tsx';
import type { OptionGroup } from './match-options.ts';

/**
 * A select whose options are found by typing (WAI-ARIA combobox with a listbox popup). Spread what `FormControl` or
 * `Field` gives on it. `value` is that of an option or group, or empty.
 */
export function Combobox({
  groups,
  value,
  onChange,
  onBlur,
  placeholder,
  ref,
  ...control
}: Partial<FieldControl> & {
  groups: OptionGroup[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  ref?: Ref<HTMLElement>;
}) {
  return (
    <Select
      {...(control as ComponentProps<'select'>)}
      ref={ref as Ref<HTMLSelectElement>}
      value={value}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{placeholder}</option>
      {groups.map(({ group, value: own, options }) => (
        <optgroup key={group} label={group}>
          {own && <option value={own}>{group}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
