import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_MORE_CATEGORIES } from '#contract/listing-fields/listing-field-schemas.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Combobox } from '#web/base/ui/form/combobox.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { categoryOptions } from './category-options.ts';
import { useSuggestedCategories } from './suggested-categories.ts';

/** Up to two categories besides the first one: a box for each, and one more after a click. */
export function MoreCategories({ form, categories }: { form: SchemaForm<ListingForm>; categories: Category[] }) {
  const { value = [], onChange, onBlur, errorAt, ref } = useFormGroup(form, 'moreCategoryIds');
  const first = useWatch({ control: form.control, name: 'categoryId' });
  const { suggested, onType } = useSuggestedCategories(form);
  const [isAdding, setAdding] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const boxes = isAdding && value.length < MAX_MORE_CATEGORIES ? [...value, null] : value;
  /** What the other boxes have. */
  const findTaken = (index: number) => [first, ...value.filter((_, i) => i !== index).map(String)];
  const change = (index: number, chosen: string) => {
    setAdding(false);
    onChange(boxes.flatMap((id, i) => (i === index ? (chosen ? [Number(chosen)] : []) : (id ?? []))));
  };
  return (
    <div
      ref={(element) => {
        group.current = element;
        ref(element);
      }}
      className="grid gap-5"
    >
      {boxes.map((id, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: a box keeps its place while its category changes.
          key={index}
          label={index === 0 ? t('Second category') : t('Third category')}
          hint={index === 0 && t('Your listing is found under it too. The first category leads.')}
          error={errorAt(String(index))}
          optional
        >
          {(control) => (
            <Combobox
              {...control}
              groups={categoryOptions(categories, findTaken(index))}
              suggested={suggested?.filter((option) => !findTaken(index).includes(option.value))}
              onType={onType}
              value={id === null ? '' : String(id)}
              onChange={(chosen) => change(index, chosen)}
              onBlur={onBlur}
              placeholder={t('Choose a category')}
            />
          )}
        </Field>
      ))}
      {boxes.length < MAX_MORE_CATEGORIES && !boxes.includes(null as never) && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            setAdding(true);
            // The new box is there after this.
            requestAnimationFrame(() => [...(group.current?.querySelectorAll('input') ?? [])].at(-1)?.focus());
          }}
        >
          {t('Add another category')}
        </Button>
      )}
    </div>
  );
}
