import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { COUNTY_NAMES } from '#contract/i18n/county-names.ts';
import { queries } from '#web/base/api/queries.ts';
import { SuggestInput } from '#web/base/ui/form/suggest-input.tsx';

/** A city's name, with suggestions from the gazetteer; any other name is accepted. */
export function CityInput({ onFocus, ...input }: Omit<ComponentProps<typeof SuggestInput>, 'options'>) {
  const [focused, setFocused] = useState(false);
  // An error is ignored: the field works without suggestions.
  const { data } = useQuery({ ...queries.cities(), enabled: focused, throwOnError: false });
  return (
    <SuggestInput
      {...input}
      options={(data?.items ?? []).map(({ name, slug, county }) => ({
        value: slug,
        label: name,
        note: COUNTY_NAMES[county],
      }))}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
    />
  );
}
