import type { ComponentProps } from 'react';
import { TextInput } from './field.tsx';
import { webAddress } from './web-address.ts';

/** An address of the web, which may be typed without its 'https://': that is added when the field is left. */
export function WebAddressInput({
  value,
  onChange,
  onBlur,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> & {
  value: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
}) {
  return (
    <TextInput
      type="url"
      inputMode="url"
      autoComplete="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="https://"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        const address = webAddress(value ?? '');
        if (address !== value) onChange(address);
        onBlur?.();
      }}
      {...input}
    />
  );
}
