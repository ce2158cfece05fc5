import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { Combobox } from '#web/base/ui/form/combobox.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { categoryOptions } from './category-options.ts';
import { useSuggestedCategories } from './suggested-categories.ts';

/** The category: found by its name, by what people call it, and suggested for the name and description. */
export function CategoryBox({ form, categories }: { form: SchemaForm<ListingForm>; categories: Category[] }) {
  const suggestions = useSuggestedCategories(form);
  return (
    <FormControl form={form} name="categoryId" label={t('Category')} hint={t('Type to search for the closest match.')}>
      {(control) => (
        <Combobox
          {...control}
          {...suggestions}
          groups={categoryOptions(categories)}
          onChange={(chosen) => {
            control.onChange(chosen);
            const more = form.getValues('moreCategoryIds') ?? [];
            // The first category is none of the further ones.
            if (more.includes(Number(chosen)))
              form.setValue(
                'moreCategoryIds',
                more.filter((id) => id !== Number(chosen)),
                { shouldDirty: true },
              );
          }}
          placeholder={t('Choose a category')}
        />
      )}
    </FormControl>
  );
}
