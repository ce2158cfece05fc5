import type { ComponentProps } from 'react';
import { TextInput } from '../../ui/field.tsx';
import { formatPhone } from './phone-format.ts';

/** A phone number, which takes its usual form while it is typed. */
export function PhoneInput({
  value,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      type="tel"
      autoComplete="tel"
      value={value}
      onChange={(event) => onChange(formatPhone(event.target.value).text)}
      {...input}
    />
  );
}
