import type { ReactNode } from 'react';
import type { FilterCounts } from '#contract/search.ts';
import { LANGUAGES } from '#web/base/api/languages.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import type { SelectOptions } from '#web/base/ui/form/option-select.tsx';
import { offered } from './filter-options.ts';

/** The filter of spoken languages. @param children the select of its options */
export default function LanguageFilter({
  any,
  counts,
  selected,
  children,
}: {
  any: string;
  counts: FilterCounts | undefined;
  selected: string | undefined;
  children: (options: SelectOptions) => ReactNode;
}) {
  return children(languageOptions(any, counts, selected));
}

/** The languages that leave results, that of the pages first. */
export function languageOptions(any: string, counts: FilterCounts | undefined, selected: string | undefined) {
  const languages = offered(LANGUAGES, counts, {
    key: ({ value }) => value,
    selected: ({ value }) => value === selected,
  });
  const isOfPages = ({ value }: { value: string }) => value === LANGUAGE;
  return [
    { value: '', label: any },
    ...languages.filter(isOfPages),
    ...languages.filter((language) => !isOfPages(language)),
  ];
}
