import { type ComponentProps, type FormEvent, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { TextArea } from './controls.tsx';

/** A list as text with one entry a line, or commas between them, and how many entries it has. */
export function ListArea({ onInput, ...rest }: ComponentProps<'textarea'>) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? String(rest.value ?? rest.defaultValue ?? '');
  return (
    <>
      <TextArea
        {...rest}
        onInput={(event: FormEvent<HTMLTextAreaElement>) => {
          setTyped(event.currentTarget.value);
          onInput?.(event as never);
        }}
      />
      <p role="status" className="text-muted text-sm">
        {t('One a line, or with commas between them. {count, plural, =0 {None yet} other {# so far}}.', {
          count: toLines(text).length,
        })}
      </p>
    </>
  );
}

/** The entries of a list that is typed with one entry a line, or commas between them. */
export const toLines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
