import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ImportColumn } from '#contract/imports/columns.ts';
import type { BranchFile, BranchPreview } from '#contract/ownership/branch-files.ts';
import { queries } from '#web/base/api/queries.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { Combobox } from '#web/base/ui/form/combobox.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { categoryOptions } from '#web/listing-form/category-options.ts';

const COLUMNS: Partial<Record<ImportColumn, string>> = {
  name: t('Name'),
  address: t('Street address'),
  city: t('City'),
  zip: t('ZIP code'),
  phone: t('Phone'),
  email: t('Email'),
  website: t('Website'),
  category_raw: t('Kind of business'),
  more_categories: t('More categories'),
  hours: t('Hours'),
  description: t('Description'),
};

const NEEDS_PLACE = t('Choose the column of the city or of the ZIP code');

/** Which column of the file holds what, and the category of rows that name none. It is open where something is missing. */
export function FileColumns({
  preview: { columns, mapping: read, missing },
  categoryId: chosenId,
  onRead,
}: {
  preview: BranchPreview;
  categoryId: string;
  onRead: (options: Pick<BranchFile, 'mapping' | 'categoryId'>) => void;
}) {
  const categories = useQuery(queries.categories()).data?.items ?? [];
  const [mapping, setMapping] = useState(read);
  const [categoryId, setCategoryId] = useState(chosenId);
  const isMissing = missing.length > 0;
  const has = (...names: ImportColumn[]) => names.some((name) => mapping[name]);
  const needed: Partial<Record<ImportColumn, boolean>> = {
    ...{ name: true, city: !has('zip'), zip: !has('city'), phone: true, category_raw: !has('category') && !categoryId },
  };
  const errors: Partial<Record<ImportColumn, string>> = {
    ...(missing.includes('name') && !has('name') && { name: t('Choose the column of the names') }),
    ...(missing.includes('place') && !has('city', 'zip') && { city: NEEDS_PLACE, zip: NEEDS_PLACE }),
    ...(missing.includes('category') &&
      !has('category', 'category_raw') &&
      !categoryId && { category_raw: t('Choose a column, or a category of all branches below') }),
  };
  return (
    <Disclosure summary={isMissing ? t('Say what the columns hold') : t('What the columns hold')} open={isMissing}>
      {isMissing && <p className="mb-4">{t('We couldn’t tell from the names of the columns. Choose them here.')}</p>}
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(COLUMNS).map(([column, label]) => {
          const chosen = mapping[column as ImportColumn] ?? '';
          const known = columns.find(({ name }) => name === chosen);
          return (
            <Field
              key={column}
              label={label}
              optional={!needed[column as ImportColumn]}
              error={errors[column as ImportColumn]}
              hint={<bdi>{known?.samples.join(' · ')}</bdi>}
            >
              {(control) => (
                <Select
                  {...control}
                  value={chosen}
                  onChange={({ target }) => setMapping({ ...mapping, [column]: target.value })}
                >
                  <option value="">{t('Not in the file')}</option>
                  {/* Several columns that hold one together. */}
                  {chosen && !known && <option value={chosen}>{chosen}</option>}
                  {columns.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          );
        })}
        <Field
          label={t('Category of all branches')}
          optional={has('category', 'category_raw')}
          hint={t('For rows whose kind of business isn’t in the file.')}
        >
          {(control) => (
            <Combobox
              {...control}
              groups={categoryOptions(categories)}
              value={categoryId}
              onChange={setCategoryId}
              placeholder={t('Choose a category')}
            />
          )}
        </Field>
      </div>
      <Button className="mt-5" onClick={() => onRead({ mapping, categoryId })}>
        {t('Read the file again')}
      </Button>
    </Disclosure>
  );
}
