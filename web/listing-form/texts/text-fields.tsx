import { useState } from 'react';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { toLang } from '../../i18n/language.ts';
import { Select } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { SchemaForm } from '../../ui/form/form.tsx';
import { useFormField } from '../../ui/form/use-form-field.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LANGUAGE_LABELS } from './language-labels.ts';
import { moveTranslation } from './move-translation.ts';
import { Description, Title } from './text-controls.tsx';
import { type Text, useText } from './use-text.ts';

const TABS: Record<Language, { written: string; translated: string; note: string; title: string; text: string }> = {
  en: {
    written: t('In English'),
    translated: t('In English (optional)'),
    note: t('Visitors who read the site in English see this instead.'),
    title: t('Title in English'),
    text: t('Description in English'),
  },
  es: {
    written: t('In Spanish'),
    translated: t('In Spanish (optional)'),
    note: t('Visitors who read the site in Spanish see this instead.'),
    title: t('Title in Spanish'),
    text: t('Description in Spanish'),
  },
};

type Tab = 'original' | 'translation';

/**
 * The title and the description: in the language in which the listing is written, and on a second tab in the other one. What is typed on a
 * tab that is not shown stays, and a fault on it shows the tab.
 */
export function TextFields({ form }: { form: SchemaForm<ListingForm> }) {
  const { field: written } = useFormField(form, 'language');
  const language: Language = written.value ?? DEFAULT_LANGUAGE;
  const [tab, setTab] = useState<Tab>('original');
  const write = (next: Language) => {
    form.setValue('translations', moveTranslation(form.getValues('translations'), { from: next, to: language }), {
      shouldDirty: true,
    });
    written.onChange(next);
    if (form.getFieldState('translations').invalid) void form.trigger('translations');
  };
  return (
    <>
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
      <TextTabs key={language} form={form} language={language} tab={tab} onTab={setTab} />
    </>
  );
}

function TextTabs({
  form,
  language,
  tab,
  onTab,
}: {
  form: SchemaForm<ListingForm>;
  language: Language;
  tab: Tab;
  onTab: (tab: Tab) => void;
}) {
  const other = LANGUAGES.find((code) => code !== language) as Language;
  const showOriginal = () => onTab('original');
  const showTranslation = () => onTab('translation');
  const title = useText(form, 'title', showOriginal);
  const description = useText(form, 'description', showOriginal);
  const otherTitle = useText(form, `translations.${other}.title`, showTranslation);
  const otherDescription = useText(form, `translations.${other}.description`, showTranslation);
  return (
    <Tabs
      label={t('In each language')}
      value={tab}
      onChange={(chosen) => onTab(chosen as Tab)}
      tabs={[
        {
          value: 'original',
          label: <TabLabel texts={[title, description]}>{TABS[language].written}</TabLabel>,
          content: (
            <div className="grid gap-5">
              <Title
                text={title}
                label={t('Ad Title')}
                hint={t('Say what you do and what makes you worth a visit.')}
                lang={toLang(language)}
              />
              <Description
                text={description}
                label={t('Description')}
                hint={t('Say what you offer, who it’s for and why people come back.')}
                lang={toLang(language)}
              />
            </div>
          ),
        },
        {
          value: 'translation',
          label: <TabLabel texts={[otherTitle, otherDescription]}>{TABS[other].translated}</TabLabel>,
          content: (
            <div className="grid gap-5">
              <p className="text-muted text-sm">{TABS[other].note}</p>
              <Title text={otherTitle} label={TABS[other].title} optional lang={toLang(other)} />
              <Description text={otherDescription} label={TABS[other].text} optional lang={toLang(other)} />
            </div>
          ),
        },
      ]}
    />
  );
}

/** The name of a tab, which says so if a text on it is not valid. */
function TabLabel({ texts, children }: { texts: Text[]; children: string }) {
  return (
    <>
      {children}
      {texts.some(({ error }) => error) && (
        <>
          <Icon name="circle-alert" className="ml-1.5 inline size-4 text-danger" />
          <span className="sr-only"> {t('(check this)')}</span>
        </>
      )}
    </>
  );
}
