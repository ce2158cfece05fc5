import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { DEFAULT_LANGUAGE, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';

/** The title and the description, in the language in which the listing is written. */
export function TextFields({ form }: { form: SchemaForm<ListingForm> }) {
  const language = useWatch({ control: form.control, name: 'language' }) ?? DEFAULT_LANGUAGE;
  return (
    <>
      <TitleInput
        form={form}
        name="title"
        label={t('Ad Title')}
        hint={t('Say what you do and what makes you worth a visit.')}
        language={language}
      />
      <DescriptionInput
        form={form}
        name="description"
        label={t('Description')}
        hint={t('Say what you offer, who it’s for and why people come back.')}
        language={language}
      />
    </>
  );
}

interface TextInputProps<Name> {
  form: SchemaForm<ListingForm>;
  name: Name;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  /** The language of the text. */
  language: Language;
}

/** A title with a counter. */
export const TitleInput = ({ language, ...field }: TextInputProps<'title' | `translations.${Language}.title`>) => (
  <FormControl {...field} maxLength={100}>
    {(control) => <TextInput {...control} value={control.value ?? ''} lang={toLang(language)} autoComplete="off" />}
  </FormControl>
);

/** A description with a counter. */
export const DescriptionInput = ({
  language,
  ...field
}: TextInputProps<'description' | `translations.${Language}.description`>) => (
  <FormControl {...field} maxLength={1000}>
    {(control) => (
      // Browsers do not scroll to a field of which a part is in view, and the bar at the bottom would cover the rest.
      <TextArea
        {...control}
        value={control.value ?? ''}
        lang={toLang(language)}
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
      />
    )}
  </FormControl>
);
