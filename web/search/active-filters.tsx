import { t } from '#contract/i18n/t.ts';
import type { SearchSummary } from '#contract/search.ts';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { type ListingScope, scopedPath } from '#web/base/search-box/listing-scope.ts';
import { omitParams, type SearchParams } from '#web/base/search-box/search-params.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { getActiveFilters } from './active-filter-names.ts';
import { OPEN_LABELS, SEARCH_FILTERS, withinLabel } from './filter-options.ts';
import { getFilterNames } from './labels.ts';

const TOGGLE_LABELS = Object.fromEntries(SEARCH_FILTERS.map(({ name, label }) => [name, label])) as Record<
  (typeof SEARCH_FILTERS)[number]['name'],
  string
>;

/** The filters that are set, each as a link to the search without it. */
export default function ActiveFilters({
  search,
  about,
  scope,
}: {
  search: SearchParams;
  about: SearchSummary | undefined;
  scope?: ListingScope;
}) {
  const activeFilters = getActiveFilters(search, scope);
  if (activeFilters.length === 0) return null;
  const { category, place } = getFilterNames(search, about);
  const labels = {
    category,
    place: t('In {place}', { place: placeInSentence({ name: place, slug: search.place ?? '' }) }),
    within: withinLabel(search.within ?? ''),
    open: OPEN_LABELS[search.open ?? 'now'],
    language: about?.understood.language?.name,
    ...TOGGLE_LABELS,
    box: t('Map area'),
  };
  return (
    <ul aria-label={t('Active filters')} className="scroll-row mb-4">
      {activeFilters.map((name) => (
        <li key={name}>
          <a href={scopedPath(scope, omitParams(search, name))} className="chip border-pacific bg-pacific-wash pr-3">
            {rich('<hidden>Remove filter </hidden>{filter}', {
              hidden: srOnly,
              filter: labels[name],
            })}
            <Icon name="x" />
          </a>
        </li>
      ))}
      {activeFilters.length > 1 && (
        <li>
          <a
            href={scopedPath(scope, omitParams(search, ...activeFilters))}
            className="link inline-flex min-h-11 items-center px-2"
          >
            {rich('Clear all<hidden> filters</hidden>', {
              hidden: srOnly,
            })}
          </a>
        </li>
      )}
    </ul>
  );
}
