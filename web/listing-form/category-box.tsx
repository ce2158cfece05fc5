import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SuggestedCategory } from '#contract/search.ts';
import type { Page } from '#web/base/api/api.ts';
import { withQuery } from '#web/base/api/api-path.ts';
import { read } from '#web/base/api/query-options.ts';
import { Combobox } from '#web/base/ui/form/combobox.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { categoryOptions } from './category-options.ts';

/** The category: found by its name, by what people call it, and suggested for the name and description. */
export function CategoryBox({ form, categories }: { form: SchemaForm<ListingForm>; categories: Category[] }) {
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
  return (
    <FormControl form={form} name="categoryId" label={t('Category')} hint={t('Type to search for the closest match.')}>
      {(control) => (
        <Combobox
          {...control}
          groups={categoryOptions(categories)}
          suggested={data?.items.map(({ id, name }) => ({ value: String(id), label: name }))}
          onType={setTyped}
          placeholder={t('Choose a category')}
        />
      )}
    </FormControl>
  );
}
