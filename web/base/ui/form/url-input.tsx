import { type ComponentProps, useRef } from 'react';
import { TextInput } from './controls.tsx';
import { normalizeUrl } from './normalize-url.ts';
import { useBeforeSubmit } from './use-before-submit.ts';

/** An input for a URL, which may be typed without 'https://': `normalize` adds it on blur. */
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
  const completeUrl = () => {
    const url = normalize(value);
    if (url !== value) onChange(url);
  };
  useBeforeSubmit(field, completeUrl);
  return (
    <div ref={field} className="grow">
      <TextInput
        type="url"
        autoComplete="url"
        spellCheck={false}
        placeholder="https://"
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          completeUrl();
          onBlur?.();
        }}
      />
    </div>
  );
}
