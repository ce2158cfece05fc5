import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormField } from '#web/base/ui/form/use-form-field.ts';
import { LANGUAGE_LABELS } from './language-labels.ts';
import { moveTranslation } from './move-translation.ts';
import { DescriptionInput, TitleInput } from './text-fields.tsx';

const LABELS: Record<Language, { note: string; title: string; text: string }> = {
  en: {
    note: t('Visitors who read the site in English see this instead.'),
    title: t('Title in English'),
    text: t('Description in English'),
  },
  es: {
    note: t('Visitors who read the site in Spanish see this instead.'),
    title: t('Title in Spanish'),
    text: t('Description in Spanish'),
  },
};

/** The language in which the listing is written, and its title and description in the other one. */
export default function LanguageFields({ form }: { form: SchemaForm<ListingForm> }) {
  const { field: written } = useFormField(form, 'language');
  const language: Language = written.value ?? DEFAULT_LANGUAGE;
  const other = LANGUAGES.find((code) => code !== language) as Language;
  const write = (next: Language) => {
    form.setValue('translations', moveTranslation(form.getValues('translations'), { from: next, to: language }), {
      shouldDirty: true,
    });
    written.onChange(next);
    if (form.getFieldState('translations').invalid) void form.trigger('translations');
  };
  return (
    <div className="grid gap-5">
      <Field label={t('The listing is written in')} className="sm:max-w-xs">
        {(control) => (
          <Select
            {...control}
            ref={written.ref}
            name={written.name}
            value={language}
            onBlur={written.onBlur}
            onChange={({ target }) => write(target.value as Language)}
          >
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {LANGUAGE_LABELS[code]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p className="text-muted text-sm">{LABELS[other].note}</p>
      <TitleInput
        key={`${other} title`}
        form={form}
        name={`translations.${other}.title`}
        label={LABELS[other].title}
        language={other}
        optional
      />
      <DescriptionInput
        key={`${other} description`}
        form={form}
        name={`translations.${other}.description`}
        label={LABELS[other].text}
        language={other}
        optional
      />
    </div>
  );
}
