import { type ReactNode, useMemo } from 'react';
import type { Category } from '#contract/categories.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { Location } from '#contract/places.ts';
import { Combobox } from '../ui/form/combobox.tsx';
import { Select, TextArea, TextInput } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { FormControl, FormInput, getFieldError, type SchemaForm } from '../ui/form/form.tsx';
import { UrlInput } from '../ui/form/url-input.tsx';
import { categoryOptions } from './category-options.ts';
import { CityInput } from './city-input.tsx';
import { MoreAboutBusiness } from './more-about-business.tsx';
import { PhoneInput } from './phone-input.tsx';
import type { Pictures } from './use-pictures.ts';
import { useZipAutofill } from './zip-area.ts';

/**
 * The fields of a listing in the order of docs/product.md, Posting and editing, then the optional ones. For a form made by
 * `useSchemaForm<ListingForm, ListingFields>` with `listingFormSchema`; an edit adds its version when it is sent.
 * @param paid whether the listing is, or is to be, at a paid level: others show neither website nor pictures
 * @param signedIn whether pictures can be uploaded
 * @param more whether the optional fields are open; `onToggle` is called when that changes
 * @param children the 14th field: the premium switch, or a note on the listing's level
 */
export function ListingFormFields({
  form,
  categories,
  locations,
  pictures,
  paid,
  signedIn,
  more,
  children,
}: {
  form: SchemaForm<ListingForm>;
  categories: Category[];
  locations: Location[];
  pictures: Pictures;
  paid: boolean;
  signedIn: boolean;
  more: { open: boolean; onToggle: (open: boolean) => void };
  children: ReactNode;
}) {
  const zipCode = useZipAutofill(form);
  const groups = useMemo(() => categoryOptions(categories), [categories]);
  return (
    <>
      <FormControl
        form={form}
        name="title"
        label="Ad Title"
        hint="What you do, and what makes you worth a visit."
        maxLength={100}
      >
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormControl>
      <FormControl
        form={form}
        name="description"
        label="Description"
        hint="What you offer, for whom, and why people come back."
        maxLength={1000}
      >
        {(control) => <TextArea {...control} />}
      </FormControl>
      <FormInput form={form} name="businessName" label="Business Name" autoComplete="organization" />
      <FormInput form={form} name="address" label="Street Address" autoComplete="address-line1" />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_6rem_9rem]">
        <FormControl
          form={form}
          name="city"
          label="City"
          className="max-sm:col-span-2"
          hint={zipCode.suggestedCity && <UseCity name={zipCode.suggestedCity} onUse={zipCode.applyCity} />}
        >
          {(control) => <CityInput {...control} />}
        </FormControl>
        <FormControl form={form} name="state" label="State">
          {(control) => <TextInput {...control} autoComplete="address-level1" />}
        </FormControl>
        <Field label="ZIP Code" error={zipCode.error ?? getFieldError(form, 'zipCode')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="postal-code"
              onFocus={zipCode.onFocus}
              {...form.register('zipCode', { onChange: ({ target }) => zipCode.onType(target.value) })}
            />
          )}
        </Field>
      </div>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormControl form={form} name="phone" label="Phone Number" hint="With area code.">
          {(control) => <PhoneInput {...control} />}
        </FormControl>
        <FormInput
          form={form}
          name="email"
          label="Email"
          hint="Shown on the listing."
          type="email"
          autoComplete="email"
        />
      </div>
      <FormControl
        form={form}
        name="website"
        label="Website"
        hint={paid ? undefined : 'Kept, and shown once the listing is premium.'}
        optional
      >
        {(control) => <UrlInput {...control} />}
      </FormControl>
      <FormControl
        form={form}
        name="categoryId"
        label="Category"
        hint="Type to search. The closest one brings the right visitors."
      >
        {(control) => <Combobox {...control} groups={groups} placeholder="Choose a category" />}
      </FormControl>
      <Field
        label="Primary Location"
        hint="Your ZIP code chooses it; you can choose another."
        error={getFieldError(form, 'locationId')}
      >
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
      <FormControl
        form={form}
        name="imageUrl"
        label="Business Image URL"
        hint={
          paid ? 'The address of a picture that is on the web already.' : 'Kept, and shown once the listing is premium.'
        }
        optional
      >
        {(control) => <UrlInput {...control} autoComplete="off" />}
      </FormControl>
      {children}
      <MoreAboutBusiness form={form} pictures={pictures} paid={paid} signedIn={signedIn} {...more} />
    </>
  );
}

function UseCity({ name, onUse }: { name: string; onUse: (name: string) => void }) {
  return (
    <button type="button" onClick={() => onUse(name)} className="link inline-flex min-h-11 items-center font-semibold">
      Use {name}
    </button>
  );
}
