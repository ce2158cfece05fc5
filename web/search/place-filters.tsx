import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { POPULAR_CITIES } from '#web/base/layout/popular-cities.ts';
import type { SelectOptions } from '#web/base/ui/form/option-select.tsx';
import { LabeledFilterSelect } from './labeled-filter-select.tsx';
import type { SearchFilterState } from './use-search-filters.ts';

/** The filters of kind and place. @param names those of what is chosen */
export default function PlaceFilters({
  filters: { search, onFilterChange },
  names,
}: {
  filters: SearchFilterState;
  names: { category: string; place: string };
}) {
  return (
    <>
      <LabeledFilterSelect
        name="category"
        label={t('Category')}
        search={search}
        onFilterChange={onFilterChange}
        options={useCategoryOptions(search.category, names.category)}
      />
      <LabeledFilterSelect
        name="place"
        label={t('Only in')}
        search={search}
        onFilterChange={onFilterChange}
        options={usePlaceOptions(search.place, names.place)}
      />
    </>
  );
}

const toOption = ({ slug, name }: { slug: string; name: string }) => ({ value: slug, label: name });

/** The categories to choose from, with the chosen one where it is none of them. */
function useCategoryOptions(selected: string | undefined, selectedName: string): SelectOptions {
  const { data } = useQuery(queries.topCategories());
  const categories = data?.items ?? [];
  const isOffered = categories.some(({ slug }) => slug === selected);
  return [
    { value: '', label: t('Any') },
    ...(selected && !isOffered ? [{ value: selected, label: selectedName }] : []),
    ...categories.map(toOption),
  ];
}

/** The places to choose from, with the chosen one where it is none of them. */
function usePlaceOptions(selected: string | undefined, selectedName: string): SelectOptions {
  const { data } = useQuery(queries.counties());
  const counties = data?.items ?? [];
  const isOffered = [...counties, ...POPULAR_CITIES].some(({ slug }) => slug === selected);
  return [
    { value: '', label: t('Anywhere') },
    ...(selected && !isOffered ? [{ value: selected, label: selectedName }] : []),
    { group: t('Counties'), options: counties.map(toOption) },
    { group: t('Cities'), options: POPULAR_CITIES.map(toOption) },
  ];
}
