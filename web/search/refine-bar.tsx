import { type ReactNode, useId } from 'react';
import { CompareButton } from '../compare/compare-button.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Select } from '../ui/form/controls.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { getFilterNames } from './active-filters.tsx';
import { DistanceOptions, LanguageOptions, OPEN_LABELS, TOGGLE_FILTERS } from './filter-options.tsx';
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
        <Picker name="sort" label="Sort by" value={sort} onChange={onFilterChange}>
          {!search.near && <option value="">Best match</option>}
          <option value="nearest">Nearest first</option>
          <option value="newest">Newest first</option>
          <option value="name">Name, A to Z</option>
        </Picker>
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
          >
            <option value="">{choose === 'place' ? 'Any city' : 'Any category'}</option>
            {search[choose] && !choices.some(({ slug }) => slug === search[choose]) && (
              <option value={search[choose]}>{getFilterNames(search, about)[choose]}</option>
            )}
            {choices.map(({ name, slug, count }) => (
              <option key={slug} value={slug}>{`${name} (${count.toLocaleString('en-US')})`}</option>
            ))}
          </Picker>
        )}
        <Picker name="language" label="Language" value={search.language ?? ''} onChange={onFilterChange}>
          <LanguageOptions any="Any language" />
        </Picker>
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
        <Picker name="within" label="Distance" value={within} onChange={onFilterChange}>
          <DistanceOptions selected={within} />
        </Picker>
      )}
      <UseMyLocation form={FORM_ID} scope={scope} />
      <FieldMessage id={id} error={error} />
    </div>
  );
}

function Picker({
  name,
  label,
  children,
  ...rest
}: {
  name: SearchParamName;
  label: string;
  value: string;
  onChange: SearchFilterState['onFilterChange'];
  children: ReactNode;
}) {
  return (
    <Select name={name} aria-label={label} className="min-h-11! w-auto! min-w-0 py-1.5!" {...rest}>
      {children}
    </Select>
  );
}
