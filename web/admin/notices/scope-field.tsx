import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { useCityOptions } from '#web/admin/listings/city-options.ts';
import { queries } from '#web/base/api/queries.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import type { NoticeFormInput } from './notice-form.ts';

const KINDS = {
  everywhere: { label: t('All pages'), field: '', about: '' },
  county: {
    label: t('A county'),
    field: t('County'),
    about: t('Its page, and those of its cities, ZIP codes and listings.'),
  },
  city: {
    label: t('A city'),
    field: t('City'),
    about: t('Its page, and those of its categories, ZIP codes and listings.'),
  },
  category: {
    label: t('A category'),
    field: t('Category'),
    about: t('Its page, those of its subcategories and listings, and the same in each city.'),
  },
};

/** On which pages a notice appears. */
export function ScopeField({ form }: { form: SchemaForm<NoticeFormInput> }) {
  const kind = form.watch('kind');
  const { field, about } = KINDS[kind];
  return (
    <>
      <FormControl form={form} name="kind" label={t('Pages')} hint={about}>
        {({ onChange, ...control }) => (
          <Select
            {...control}
            onChange={(event) => {
              form.setValue('slug', '');
              onChange(event);
            }}
          >
            {Object.entries(KINDS).map(([value, option]) => (
              <option key={value} value={value}>
                {option.label}
              </option>
            ))}
          </Select>
        )}
      </FormControl>
      {kind !== 'everywhere' && (
        <FormControl key={kind} form={form} name="slug" label={field}>
          {(control) => <SubjectSelect {...control} kind={kind} />}
        </FormControl>
      )}
    </>
  );
}

type Choice = ComponentProps<'select'> & { value: string };

function SubjectSelect({ kind, ...control }: Choice & { kind: 'county' | 'city' | 'category' }) {
  const Subjects = { county: CountySelect, city: CitySelect, category: CategorySelect }[kind];
  return <Subjects {...control} />;
}

function CountySelect(control: Choice) {
  const { data } = useQuery(queries.counties());
  return <SlugSelect {...control} empty={t('Choose a county')} options={data?.items.map(toOption)} />;
}

function CitySelect(control: Choice) {
  const options = useCityOptions()?.map(([value, label]) => ({ value, label }));
  return <SlugSelect {...control} empty={t('Choose a city')} options={options} />;
}

function CategorySelect(control: Choice) {
  const { data } = useQuery(queries.categories());
  const toName = ({ slug, name, parentId }: Category) => ({
    value: slug,
    label: parentId === null ? name : `– ${name}`,
  });
  return <SlugSelect {...control} empty={t('Choose a category')} options={data?.items.map(toName)} />;
}

const toOption = ({ slug, name }: { slug: string; name: string }) => ({ value: slug, label: name });

/** A select whose options come from the API. What is chosen already stays until they are there. */
function SlugSelect({ options, empty, ...control }: Choice & { options: SlugOption[] | undefined; empty: string }) {
  const { value } = control;
  return (
    <Select {...control}>
      <option value="">{empty}</option>
      {(options ?? (value ? [{ value, label: value }] : [])).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

interface SlugOption {
  value: string;
  label: string;
}
