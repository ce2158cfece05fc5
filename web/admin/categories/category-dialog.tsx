import { useState } from 'react';
import type { AdminCategory, CategoryForm } from '#contract/admin/categories.ts';
import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { nameLanguage } from '#web/base/i18n/name-language.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, type SchemaForm, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { ListArea } from '#web/base/ui/form/list-area.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { type CategoryInput, formSchema, toField, toInput } from './category-form.ts';
import { useCategoryActions } from './category-queries.ts';
import { shownName } from './shown-name.ts';

/** Adds a category under a parent, or edits one. */
export function CategoryDialog({
  categories,
  icons,
  category,
  parent,
  onClose,
}: {
  categories: AdminCategory[];
  icons: string[];
  /** The category to edit; null to add one. */
  category: AdminCategory | null;
  /** The parent of a new category; null for the top. */
  parent: AdminCategory | null;
  onClose: () => void;
}) {
  const { add, edit } = useCategoryActions();
  const [defaultValues] = useState(() => toInput(category, parent));
  const form = useSchemaForm<CategoryInput, CategoryForm>({
    schema: formSchema,
    defaultValues,
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const failure = await (category ? edit(category, values) : add(values));
      if (failure)
        return { ...failure, issues: failure.issues?.map((issue) => ({ ...issue, path: toField(issue.path) })) };
      toast({ title: category ? t('Category saved') : t('Category added'), tone: 'success' });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={
        category
          ? t('Edit {name}', { name: shownName(category) })
          : parent
            ? t('Add to {name}', { name: shownName(parent) })
            : t('Add category')
      }
      intro={null}
      focus="name"
      submitLabel={category ? t('Save') : t('Add category')}
      busyLabel={t('Saving...')}
    >
      <FormControl form={form} name="name" label={t('Name')}>
        {(control) => <TextInput {...control} autoComplete="off" maxLength={60} />}
      </FormControl>
      {OTHER_LANGUAGES.map((language) => (
        <FormControl
          key={language}
          form={form}
          name={`names.${language}`}
          label={t('{language} name', { language: nameLanguage(language) })}
          optional
          hint={t('Without one the English name is shown.')}
        >
          {(control) => <TextInput {...control} autoComplete="off" maxLength={60} lang={language} />}
        </FormControl>
      ))}
      <AddressField form={form} category={category} />
      <ParentField form={form} category={category} categories={categories} />
      <IconField form={form} icons={icons} />
      <FormControl
        form={form}
        name="english"
        label={t('Words in English')}
        optional
        hint={t(
          'Searches for one of them find the category. One a line; plurals and accents need no word of their own.',
        )}
      >
        {(control) => <ListArea {...control} defaultValue={form.getValues('english')} rows={4} />}
      </FormControl>
      <FormControl form={form} name="spanish" label={t('Words in Spanish')} optional>
        {(control) => <ListArea {...control} defaultValue={form.getValues('spanish')} rows={4} lang="es" />}
      </FormControl>
      <FormControl
        form={form}
        name="reason"
        label={t('Reason')}
        hint={t('Required: why you make this change, such as “Visitors look for this name”. Only your team sees it.')}
      >
        {(control) => <TextArea {...control} rows={2} className="min-h-24" maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}

function AddressField({ form, category }: { form: SchemaForm<CategoryInput>; category: AdminCategory | null }) {
  const slug = form.watch('slug');
  const former = category?.formerSlugs ?? [];
  const hint = !category
    ? t('The last part of /category/… Empty makes it from the name.')
    : slug !== '' && slug !== category.slug
      ? t('{path} will redirect here.', { path: `/category/${category.slug}` })
      : former.length > 0
        ? t('Also leads here: {paths}', { paths: former.map((old) => `/category/${old}`).join(', ') })
        : t('The last part of /category/… The former address will redirect.');
  return (
    <FormControl
      form={form}
      name="slug"
      label={t('Web address')}
      optional={!category}
      hint={<span className="wrap-anywhere">{hint}</span>}
    >
      {(control) => (
        <TextInput {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={60} />
      )}
    </FormControl>
  );
}

function ParentField({
  form,
  category,
  categories,
}: {
  form: SchemaForm<CategoryInput>;
  category: AdminCategory | null;
  categories: AdminCategory[];
}) {
  const hasChildren = categories.some(({ parentId }) => category && parentId === category.id);
  return (
    <FormControl
      form={form}
      name="parent"
      label={t('Parent')}
      optional
      hint={hasChildren ? t('A category with subcategories stays at the top.') : undefined}
    >
      {(control) => (
        <Select {...control} disabled={hasChildren}>
          <option value="">{t('None: a top category')}</option>
          {categories
            .filter(({ parentId, id }) => parentId === null && id !== category?.id)
            .map((top) => (
              <option key={top.id} value={top.id}>
                {shownName(top)}
              </option>
            ))}
        </Select>
      )}
    </FormControl>
  );
}

function IconField({ form, icons }: { form: SchemaForm<CategoryInput>; icons: string[] }) {
  const icon = form.watch('icon');
  return (
    <FormControl form={form} name="icon" label={t('Icon')}>
      {(control) => (
        <div className="flex items-center gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-field bg-pacific-wash text-pacific">
            {icon && <Icon name={icon} className="size-5" />}
          </span>
          <Select {...control}>
            <option value="">{t('Choose an icon')}</option>
            {[...new Set([...icons, icon].filter(Boolean))].map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('-', ' ')}
              </option>
            ))}
          </Select>
        </div>
      )}
    </FormControl>
  );
}
