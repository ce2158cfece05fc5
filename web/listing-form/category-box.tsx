import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { queries } from '#web/base/api/queries.ts';
import { Combobox } from '#web/base/ui/form/combobox.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { categoryOptions } from './category-options.ts';

/** The category: found by its name, by what people call it, and suggested for the name and description. */
export function CategoryBox({ form, categories }: { form: SchemaForm<ListingForm>; categories: Category[] }) {
  const groups = useMemo(() => categoryOptions(categories), [categories]);
  // Null until somebody comes to the field.
  const [typed, setTyped] = useState<string | null>(null);
  const texts = useWatch({ control: form.control, name: ['title', 'businessName', 'description'] });
  const q = (typed?.trim() || texts.join(' ')).slice(0, MAX_SEARCH_LENGTH).trim();
  const { data, isFetching } = useQuery({
    ...queries.suggestedCategories(q),
    enabled: typed !== null && q !== '',
    placeholderData: keepPreviousData,
    // Those with the text in their names are found without it.
    throwOnError: false,
  });
  return (
    <FormControl form={form} name="categoryId" label={t('Category')} hint={t('Type to search for the closest match.')}>
      {(control) => (
        <Combobox
          {...control}
          groups={groups}
          suggested={data?.items.map(({ id, name }) => ({ value: String(id), label: name }))}
          isSuggesting={isFetching}
          onType={setTyped}
          placeholder={t('Choose a category')}
        />
      )}
    </FormControl>
  );
}
