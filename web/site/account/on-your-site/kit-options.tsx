import clsx from 'clsx';
import { useId } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';

/** A choice among a few, as a select. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  options: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}) {
  const id = useId();
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {(Object.entries(options) as [Value, string][]).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** In which of the site’s languages something is. */
export const LanguageChoice = (props: { value: Language; onChange: (value: Language) => void }) => (
  <Choice
    label={t('Language')}
    options={
      Object.fromEntries(LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]])) as Record<Language, string>
    }
    {...props}
  />
);

/** What the code for another site says about a listing. */
export function useEmbeddedListing({ id, businessName }: OwnerListing, language: Language) {
  const { name, origin } = useSite();
  return { origin, language, site: name, listing: { id, businessName } };
}
