import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { queries } from '../app/queries.ts';
import { SuggestInput } from '../ui/form/suggest-input.tsx';

/** A city's name, with the names of the gazetteer to choose from; any other may be typed. */
export function CityInput({ onFocus, ...input }: Omit<ComponentProps<typeof SuggestInput>, 'options'>) {
  const [wanted, setWanted] = useState(false);
  // Nobody has to know that there would have been suggestions.
  const { data } = useQuery({ ...queries.cities(), enabled: wanted, throwOnError: false });
  return (
    <SuggestInput
      {...input}
      options={(data?.items ?? []).map(({ name, slug, county }) => ({ value: slug, label: name, note: county }))}
      onFocus={(event) => {
        setWanted(true);
        onFocus?.(event);
      }}
    />
  );
}
