import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingScope } from '#web/base/search-box/listing-scope.ts';
import { NearField } from '#web/base/search-box/near-field.tsx';
import { UseMyLocation } from '#web/base/search-box/use-my-location.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { distanceOptions } from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';
import { RestoreFocus } from './restore-focus.tsx';
import type { SearchResults } from './use-search-results.ts';

/**
 * The place and distance, for the order 'Nearest first'.
 * @param form the id of the form that they are in
 */
export default function NearFields({
  form,
  scope,
  results: { filters, about },
}: {
  form: string;
  scope: ListingScope;
  results: SearchResults;
}) {
  const id = useId();
  const { search, onFilterChange } = filters;
  const { near = '', within = '' } = search;
  const error = near && about?.unknownNear ? t('We couldn’t find that place. Try a city or ZIP code.') : undefined;
  return (
    <div className="near">
      <RestoreFocus path={near} to={`#${form} .near input`} />
      <NearField
        key={near}
        label={t('Near')}
        near={near}
        aria-describedby={error && id}
        aria-invalid={error ? true : undefined}
      />
      <button type="submit" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        {t('Go')}
      </button>
      {about?.near && near && (
        <FilterSelect
          name="within"
          label={t('Distance')}
          value={within}
          onChange={onFilterChange}
          options={distanceOptions(within)}
        />
      )}
      <UseMyLocation form={form} scope={scope} />
      <FieldMessage id={id} error={error} />
    </div>
  );
}
