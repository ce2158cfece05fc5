import { type ComponentProps, useRef } from 'react';
import { TextInput } from './controls.tsx';
import { normalizeUrl } from './normalize-url.ts';
import { useBeforeSubmit } from './use-before-submit.ts';

/** An address of the web, which may be typed without its 'https://': `complete` adds that when the field is left. */
export function UrlInput({
  value = '',
  onChange,
  onBlur,
  normalize = normalizeUrl,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
  normalize?: (typed: string) => string;
}) {
  const field = useRef<HTMLDivElement>(null);
  const end = () => {
    const address = normalize(value);
    if (address !== value) onChange(address);
  };
  useBeforeSubmit(field, end);
  return (
    <div ref={field} className="grow">
      <TextInput
        type="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          end();
          onBlur?.();
        }}
      />
    </div>
  );
}
