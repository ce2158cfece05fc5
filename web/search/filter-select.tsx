import type { SearchParamName } from '#web/base/search-box/search-params.ts';
import { OptionSelect, type SelectOptions } from '#web/base/ui/form/option-select.tsx';
import type { SearchFilterState } from './use-search-filters.ts';

/** A select that filters or sorts, which applies at once. */
export function FilterSelect({
  name,
  label,
  ...rest
}: {
  name: SearchParamName;
  label: string;
  value: string;
  onChange: SearchFilterState['onFilterChange'];
  options: SelectOptions;
}) {
  return <OptionSelect name={name} aria-label={label} className="min-h-11! w-auto! min-w-0 py-1.5!" {...rest} />;
}
