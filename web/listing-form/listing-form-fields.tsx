import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { Location } from '#contract/places.ts';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormControl, FormInput, getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { UrlInput } from '#web/base/ui/form/url-input.tsx';
import { AddressInput } from '#web/listing-form/address/address-input.tsx';
import { CityFields } from '#web/listing-form/address/city-fields.tsx';
import { ContactChoice } from '#web/listing-form/address/private-contact.tsx';
import { PhoneInput } from '#web/listing-form/phone/phone-input.tsx';
import { readTypedPhone } from '#web/listing-form/phone/read-typed-phone.ts';
import { TextFields } from '#web/listing-form/texts/text-fields.tsx';
import { CategoryBox } from './category-box.tsx';
import { MoreCategories } from './more-categories.tsx';

/**
 * The specified fields of a listing, in the order of docs/product.md, Posting and editing. For a form made by
 * `useSchemaForm<ListingForm, ListingFields>` with `listingFormSchema`; an edit adds its version when it is sent.
 * @param paid whether the listing is, or is to be, at a paid level: others show neither website nor picture
 * @param children the 14th field: the premium switch, or a note on the listing's level
 */
export function ListingFormFields({
  form,
  categories,
  locations,
  paid,
  children,
}: {
  form: SchemaForm<ListingForm>;
  categories: Category[];
  locations: Location[];
  paid: boolean;
  children: ReactNode;
}) {
  const [serviceAreaOnly, emailShown] = useWatch({ control: form.control, name: ['serviceAreaOnly', 'emailShown'] });
  const shownWhenPremium = paid ? undefined : t('We’ll save this and show it when your listing is Premium.');
  return (
    <>
      <TextFields form={form} />
      <FormInput form={form} name="businessName" label={t('Business Name')} autoComplete="organization" />
      <FormControl
        form={form}
        name="address"
        label={t('Street Address')}
        hint={serviceAreaOnly && NO_STREET_SHOWN}
        optional={serviceAreaOnly}
      >
        {(control) => (
          <>
            <AddressInput {...control} form={form} disabled={serviceAreaOnly} />
            <ContactChoice form={form} name="serviceAreaOnly" />
          </>
        )}
      </FormControl>
      <CityFields form={form} />
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormControl form={form} name="phone" label={t('Phone Number')} hint={t('Include the area code.')}>
          {(control) => <PhoneInput {...control} onLeave={() => readTypedPhone(form)} />}
        </FormControl>
        <FormControl form={form} name="email" label={t('Email')} hint={!emailShown && EMAIL_PRIVATE}>
          {(control) => (
            <>
              <TextInput {...control} type="email" autoComplete="email" />
              <ContactChoice form={form} name="emailShown" />
            </>
          )}
        </FormControl>
      </div>
      <FormControl form={form} name="website" label={t('Website')} hint={shownWhenPremium} optional>
        {(control) => <UrlInput {...control} />}
      </FormControl>
      <CategoryBox form={form} categories={categories} />
      <MoreCategories form={form} categories={categories} />
      <Field
        label={t('Primary Location')}
        hint={t('Set from your ZIP code. You can change it.')}
        error={getFieldError(form, 'locationId')}
      >
        {(control) => (
          <Select {...control} {...form.register('locationId')}>
            <option value="">{t('Choose a location')}</option>
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
        label={t('Business Image URL')}
        hint={shownWhenPremium ?? t('The address of an image that’s already online. We copy it when you save.')}
        optional
      >
        {(control) => <UrlInput {...control} autoComplete="off" />}
      </FormControl>
      {children}
    </>
  );
}

const NO_STREET_SHOWN = t('We don’t store your street. Customers see your city and ZIP code.');
const EMAIL_PRIVATE = t('Private. Customers write to you with “Message.”');
