import { useId } from 'react';
import { CompareButton } from '../compare/compare-button.tsx';
import { buttonClass } from '../ui/button.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { OptionSelect, type SelectOptions } from '../ui/form/option-select.tsx';
import { getFilterNames } from './active-filters.tsx';
import { distanceOptions, languageOptions, OPEN_LABELS, TOGGLE_FILTERS } from './filter-options.ts';
import { defaultSort, type ListingScope, scopedPath } from './listing-scope.ts';
import { NearField } from './near-field.tsx';
import { RestoreFocus } from './restore-focus.tsx';
import type { SearchParamName } from './search-params.ts';
import { UseMyLocation } from './use-my-location.tsx';
import type { SearchFilterState } from './use-search-filters.ts';
import type { SearchResults } from './use-search-results.ts';

const FORM_ID = 'refine';

/** The filter of opening hours, of which one is chosen. */
const OPEN_FILTERS = Object.entries(OPEN_LABELS).map(([value, label]) => ({ name: 'open' as const, value, label }));

const BEST_MATCH = { value: '', label: 'Best match' };
const ORDERS = [
  { value: 'nearest', label: 'Nearest first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'Name, A to Z' },
];

/** A category or place to filter by, with its number of listings. */
interface Choice {
  name: string;
  slug: string;
  count: number;
}

interface RefineBarProps {
  scope: ListingScope;
  results: SearchResults;
  /** The parameter that `choices` sets. */
  choose?: 'category' | 'place';
  choices?: Choice[];
}

/**
 * Filters and sorts the listings of a page. Changes apply at once; without JavaScript a button submits the form. It stays
 * mounted when the list below it changes.
 */
export function RefineBar({ scope, results, choose, choices = [] }: RefineBarProps) {
  const { filters, about, countText } = results;
  const { search, onFilterChange, apply } = filters;
  const sort = search.sort ?? defaultSort(search);
  const isAboutNear = Boolean(search.near) || sort === 'nearest';
  return (
    <form
      id={FORM_ID}
      action={scope.path}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
      className="refine-bar"
    >
      <RestoreFocus path={scopedPath(scope, results.search)} to={`#${FORM_ID} input`} />
      <div className="scroll-row">
        <Picker
          name="sort"
          label="Sort by"
          value={sort}
          onChange={onFilterChange}
          options={search.near ? ORDERS : [BEST_MATCH, ...ORDERS]}
        />
        <CompareButton />
        {[...OPEN_FILTERS, ...TOGGLE_FILTERS].map(({ name, value, label }) => (
          <label key={value + name} className="chip">
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={search[name] === value}
              onChange={onFilterChange}
            />
            {label}
          </label>
        ))}
        {choose && choices.length > 1 && (
          <Picker
            name={choose}
            label={choose === 'place' ? 'City' : 'Category'}
            value={search[choose] ?? ''}
            onChange={onFilterChange}
            options={[
              { value: '', label: choose === 'place' ? 'Any city' : 'Any category' },
              ...(search[choose] && !choices.some(({ slug }) => slug === search[choose])
                ? [{ value: search[choose], label: getFilterNames(search, about)[choose] }]
                : []),
              ...choices.map(({ name, slug, count }) => ({
                value: slug,
                label: `${name} (${count.toLocaleString('en-US')})`,
              })),
            ]}
          />
        )}
        <Picker
          name="language"
          label="Language"
          value={search.language ?? ''}
          onChange={onFilterChange}
          options={languageOptions('Any language')}
        />
      </div>
      {isAboutNear && <NearFields scope={scope} results={results} />}
      <noscript>
        <button type="submit" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          Apply
        </button>
      </noscript>
      <p role="status" className="sr-only">
        {countText}
      </p>
    </form>
  );
}

/** The place and distance, for the order 'Nearest first'. */
function NearFields({ scope, results: { filters, about } }: Pick<RefineBarProps, 'scope' | 'results'>) {
  const id = useId();
  const { search, onFilterChange } = filters;
  const { near = '', within = '' } = search;
  const error = near && about?.unknownNear ? 'We couldn’t find that place. Try a city or ZIP code.' : undefined;
  return (
    <div className="near">
      <RestoreFocus path={near} to={`#${FORM_ID} .near input`} />
      <NearField
        key={near}
        label="Near"
        near={near}
        aria-describedby={error && id}
        aria-invalid={error ? true : undefined}
      />
      <button type="submit" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        Go
      </button>
      {about?.near && near && (
        <Picker
          name="within"
          label="Distance"
          value={within}
          onChange={onFilterChange}
          options={distanceOptions(within)}
        />
      )}
      <UseMyLocation form={FORM_ID} scope={scope} />
      <FieldMessage id={id} error={error} />
    </div>
  );
}

function Picker({
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
