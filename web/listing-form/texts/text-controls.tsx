import type { ReactNode } from 'react';
import type { Language } from '#contract/i18n/languages.ts';
import { TextArea, TextInput } from '../../ui/form/controls.tsx';
import { Field, type FieldControl } from '../../ui/form/field.tsx';
import type { Text } from './use-text.ts';

interface TextControl {
  text: Text;
  label: string;
  hint?: string;
  optional?: boolean;
  /** The language of the text, if it is not that of the page. */
  lang: Language | undefined;
}

/** A title, with a counter. */
export const Title = ({ text, lang, ...field }: TextControl) => (
  <CountedText text={text} max={100} {...field}>
    {(control) => <TextInput {...control} {...text.bound} lang={lang} autoComplete="off" />}
  </CountedText>
);

/** A description, with a counter. */
export const Description = ({ text, lang, ...field }: TextControl) => (
  <CountedText text={text} max={1000} {...field}>
    {(control) => (
      // Browsers do not scroll to a field of which a part is in view, and the bar at the bottom would cover the rest.
      <TextArea
        {...control}
        {...text.bound}
        lang={lang}
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
      />
    )}
  </CountedText>
);

function CountedText({
  text,
  max,
  children,
  ...field
}: Omit<TextControl, 'lang'> & { max: number; children: (control: FieldControl) => ReactNode }) {
  return (
    <Field error={text.error} counter={{ length: text.value.length, max }} {...field}>
      {children}
    </Field>
  );
}
