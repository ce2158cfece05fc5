import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SuggestedCategory } from '#contract/search.ts';
import type { Page } from '#web/base/api/api.ts';
import { withQuery } from '#web/base/api/api-path.ts';
import { read } from '#web/base/api/query-options.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

/** The options of a `Combobox` that what is typed means, or, before something is typed, the name and description of the listing. */
export function useSuggestedCategories(form: SchemaForm<ListingForm>) {
  // Null until somebody comes to the field.
  const [typed, setTyped] = useState<string | null>(null);
  const q = (typed || form.getValues(['title', 'businessName', 'description']).join(' ')).slice(0, MAX_SEARCH_LENGTH);
  const { data } = useQuery({
    // Not in web/base/api/queries.ts, so that public pages do not load it.
    ...read<Page<SuggestedCategory>>(withQuery('/api/search/categories', { q })),
    enabled: typed !== null,
    // Those with the text in their names are found without it.
    throwOnError: false,
  });
  return { suggested: data?.items.map(({ id, name }) => ({ value: String(id), label: name })), onType: setTyped };
}
