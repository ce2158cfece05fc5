import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { LANGUAGES } from '#web/base/api/languages.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import type { SelectOptions } from '#web/base/ui/form/option-select.tsx';

/** By the values of the filter `open`. */
export const OPEN_LABELS: Record<string, string> = {
  now: t('Open now'),
  late: t('Open late'),
  '24h': t('Open 24 hours'),
};

/** The filters that are checkboxes on every page. */
export const TOGGLE_FILTERS = [
  { name: 'website', value: 'true', label: t('Has a website') },
  { name: 'photos', value: 'true', label: t('Has photos') },
] as const;

/** Those that are checkboxes beside the results of a search only. */
export const SEARCH_FILTERS = [
  ...TOGGLE_FILTERS,
  { name: 'stars', value: '4', label: t('4 stars and more') },
  { name: 'answers', value: 'true', label: t('Answers messages') },
  { name: 'licensed', value: 'true', label: t('License on the state’s list') },
] as const;

/** Whether the filter of spoken languages is the first one: where the pages are not in English, most who come ask for their language. */
export const IS_LANGUAGE_FIRST = LANGUAGE !== DEFAULT_LANGUAGE;

/** The options of the language select, that of the pages first. */
export const languageOptions = (any: string): SelectOptions => [
  { value: '', label: any },
  ...LANGUAGES.filter(({ value }) => value === LANGUAGE),
  ...LANGUAGES.filter(({ value }) => value !== LANGUAGE),
];

/**
 * The options of the distance select.
 * @param selected the current value, which is added to the options if it is not one of them
 * @param box the area of the map, if set: the distance is then unlimited by default
 */
export function distanceOptions(selected: string | undefined, box?: string): SelectOptions {
  const options = box ? withSelected(MILES_OPTIONS, DEFAULT_MILES) : MILES_OPTIONS;
  return [
    { value: '', label: box ? t('Anywhere on the map') : withinLabel(DEFAULT_MILES) },
    ...withSelected(options, selected).map((value) => ({ value, label: withinLabel(value) })),
  ];
}

/** 'Within 5 miles' */
export const withinLabel = (miles: string): string =>
  t('{miles, plural, one {Within # mile} other {Within # miles}}', { miles: Number(miles) });

/** The default distance in miles, and the other options. */
const DEFAULT_MILES = '25';
const MILES_OPTIONS = ['1', '2', '5', '10', '50', '100'];

function withSelected(options: string[], selected: string | undefined): string[] {
  if (!selected || options.includes(selected)) return options;
  return [...options, selected].sort((a, b) => Number(a) - Number(b));
}
