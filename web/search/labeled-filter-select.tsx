import { type ChangeEvent, useId } from 'react';
import type { SearchParamName, SearchParams } from '#web/base/search-box/search-params.ts';
import { OptionSelect, type SelectOptions } from '#web/base/ui/form/option-select.tsx';

/** A filter of the form, with its label. */
export function LabeledFilterSelect({
  name,
  label,
  search,
  onFilterChange,
  options,
}: {
  name: SearchParamName;
  label: string;
  search: SearchParams;
  onFilterChange: (event: ChangeEvent<HTMLSelectElement>) => void;
  options: SelectOptions;
}) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <OptionSelect id={id} name={name} value={search[name] ?? ''} onChange={onFilterChange} options={options} />
    </div>
  );
}
