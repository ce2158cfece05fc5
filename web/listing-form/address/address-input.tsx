import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AddressSuggestions } from '#contract/listing-fields/addresses.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { Page } from '#web/base/api/api.ts';
import { withQuery } from '#web/base/api/api-path.ts';
import { useDebounced } from '#web/base/api/use-debounced.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { SuggestInput } from '#web/base/ui/form/suggest-input.tsx';

/** A number and the beginning of a street. */
const IS_BEGUN = /^\s*\d+[a-z]?\s+\S{2}/i;

const suggestionsQuery = (typed: { q: string; city: string; zip: string }) =>
  queryOptions<Page<AddressSuggestions[number]>>({ queryKey: [withQuery('/api/addresses/suggestions', typed)] });

/** A street address, with suggestions near the city or ZIP code once a number and the beginning of a street are typed; any other text is accepted. */
export function AddressInput({
  form,
  value,
  onChange,
  ...input
}: Omit<ComponentProps<typeof SuggestInput>, 'options' | 'onSelect' | 'form'> & { form: SchemaForm<ListingForm> }) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed);
  const [city, zip] = useWatch({ control: form.control, name: ['city', 'zipCode'] });
  // An error is ignored: the field works without suggestions.
  const { data } = useQuery({
    ...suggestionsQuery({ q, city, zip }),
    enabled: IS_BEGUN.test(q),
    retry: false,
    throwOnError: false,
  });
  const options = (q === value ? (data?.items ?? []) : []).map(({ address, city: found }) => ({
    value: `${address}, ${found}`,
    label: address,
    ...(found && { note: found }),
    // The server knows abbreviations: 'Blvd'.
    keywords: value,
  }));
  return (
    <SuggestInput
      {...input}
      autoComplete="address-line1"
      options={options}
      value={value}
      onChange={(next) => {
        setTyped(next);
        onChange(next);
      }}
      onSelect={({ label, note }) => {
        onChange(label);
        if (note && !form.getValues('city'))
          form.setValue('city', note, { shouldDirty: true, shouldValidate: form.getFieldState('city').invalid });
      }}
    />
  );
}
