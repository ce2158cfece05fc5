import { useQuery } from '@tanstack/react-query';
import { LANGUAGE_CODES } from '#contract/i18n/language-codes.ts';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { FilterCounts, FilterName } from '#contract/search.ts';
import { queries } from '#web/base/api/queries.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';
import type { SelectOptions } from '#web/base/ui/form/option-select.tsx';

/** The number of results of each filter; undefined while they are loading, or could not be counted. */
export const useFilterCounts = (search: SearchParams) => useQuery(queries.filterCounts(search)).data;

/**
 * The options that leave results, with their numbers, and the one that is chosen.
 * @param key the name of an option's number; 'open' for the hours of the moment, of which only whether any are known is counted
 */
export function offered<Option extends { value: string; label: string }>(
  options: readonly Option[],
  counts: FilterCounts | undefined,
  { key, selected }: { key: (option: Option) => FilterName; selected: (option: Option) => boolean },
): Option[] {
  if (!counts) return [...options];
  return options.flatMap((option) => {
    const count = counts[key(option)];
    if (!count) return selected(option) ? [option] : [];
    const isExact = count < MAX_COUNTED_RESULTS && key(option) !== 'open';
    return [isExact ? { ...option, label: `${option.label} (${formatNumber(count)})` } : option];
  });
}

/** The filters of opening hours that leave results. */
export const openOptions = (counts: FilterCounts | undefined, selected = '') =>
  offered(
    Object.entries(OPEN_LABELS).map(([value, label]) => ({ name: 'open' as const, value, label })),
    counts,
    { key: ({ value }) => (value === '24h' ? value : 'open'), selected: ({ value }) => value === selected },
  );

/** Those of a list of checkboxes. */
export const toggleOptions = <Option extends (typeof SEARCH_FILTERS)[number]>(
  options: readonly Option[],
  counts: FilterCounts | undefined,
  search: SearchParams,
) => offered(options, counts, { key: ({ name }) => name, selected: ({ name, value }) => search[name] === value });

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
  { name: 'wic', value: 'true', label: t('Accepts {benefits}', { benefits: 'WIC' }) },
  { name: 'ebt', value: 'true', label: t('Accepts {benefits}', { benefits: 'EBT' }) },
] as const;

/** Whether the filter of spoken languages is the first one: where the pages are not in English, most who come ask for their language. */
export const IS_LANGUAGE_FIRST = LANGUAGE !== DEFAULT_LANGUAGE;

/** Whether any of the languages leaves results, or is chosen. */
export const offersLanguages = (counts: FilterCounts | undefined, selected: string | undefined) =>
  !counts || selected !== undefined || LANGUAGE_CODES.some((code) => counts[code]);

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
