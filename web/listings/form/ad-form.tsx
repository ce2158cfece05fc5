import type { ReactNode } from 'react';
import type { Category } from '#contract/categories.ts';
import type { AdForm } from '#contract/listing-form.ts';
import type { Level } from '#contract/listings.ts';
import type { Uploaded } from '#contract/own-listings.ts';
import type { Location } from '#contract/places.ts';
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { faultOf, type SchemaForm } from '../../ui/form.tsx';

/**
 * The fields of a listing in the specification's order (section 2), then what may be said besides. For a form made by
 * `useSchemaForm<AdForm, AdFields>` with `adFormSchema`; an edit adds its version when it is sent.
 * @param level what the listing is at, or is to be: pictures are for paid levels
 * @param pictures what is known of the uploaded pictures that the form names, for showing them
 * @param children what stands in the place of the 14th field: the premium switch, or what the listing's plan is
 */
export function AdFormFields({
  form,
  categories,
  locations,
  children,
}: {
  form: SchemaForm<AdForm>;
  categories: Category[];
  locations: Location[];
  level: Level;
  pictures?: Uploaded[];
  children: ReactNode;
}) {
  return (
    <>
      <Field label="Ad Title" error={faultOf(form, 'title')}>
        {(control) => <TextInput {...control} {...form.register('title')} />}
      </Field>
      <Field label="Description" error={faultOf(form, 'description')}>
        {(control) => <TextArea {...control} {...form.register('description')} />}
      </Field>
      <Field label="Business Name" error={faultOf(form, 'businessName')}>
        {(control) => <TextInput {...control} autoComplete="organization" {...form.register('businessName')} />}
      </Field>
      <Field label="Category" error={faultOf(form, 'categoryId')}>
        {(control) => (
          <Select {...control} {...form.register('categoryId')}>
            <option value="">Choose a category</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Primary Location" error={faultOf(form, 'locationId')}>
        {(control) => (
          <Select {...control} {...form.register('locationId')}>
            <option value="">Choose a location</option>
            {locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {children}
    </>
  );
}
