import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { queries } from '../app/queries.ts';
import { SuggestInput } from '../ui/form/suggest-input.tsx';

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
        note: toCountyName(county),
      }))}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
    />
  );
}

/** 'Orange County' of 'orange-county': the slug of every county is made of its name. */
const toCountyName = (slug: string) =>
  t('{county} County', {
    county: slug
      .replace(/-county$/, '')
      .replaceAll('-', ' ')
      .replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  });
