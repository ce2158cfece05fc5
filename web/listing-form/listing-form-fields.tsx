import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { Location } from '#contract/places.ts';
import { Combobox } from '../ui/form/combobox.tsx';
import { Select } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { FormControl, FormInput, getFieldError, type SchemaForm, useHydrated } from '../ui/form/form.tsx';
import { CityFields } from './address/city-fields.tsx';
import { categoryOptions } from './category-options.ts';
import { FormScreen } from './form-screen.tsx';
import { OptionalWebsite } from './optional-website.tsx';
import { PhoneInput } from './phone/phone-input.tsx';
import type { Pictures } from './pictures/use-pictures.ts';
import { TextFields } from './texts/text-fields.tsx';
import type { FormScreens } from './use-screens.ts';

/** Loads the fields of the second and third screen. */
export const loadLaterFields = () => import('./later-fields.tsx');
const PhotosAndHours = lazy(async () => ({ default: (await loadLaterFields()).PhotosAndHours }));
const MoreAboutBusiness = lazy(async () => ({ default: (await loadLaterFields()).MoreAboutBusiness }));
const PremiumFields = lazy(async () => ({ default: (await loadLaterFields()).PremiumFields }));

const PinField = lazy(() => import('./address/pin-field.tsx'));

/**
 * The fields of a listing on three screens, in the order of docs/product.md, Posting and editing. For a form made by
 * `useSchemaForm<ListingForm, ListingFields>` with `listingFormSchema`; an edit adds its version when it is sent.
 * @param paid whether the listing is, or is to be, at a paid level: others show neither website nor pictures
 * @param signedIn whether pictures can be uploaded
 * @param more whether the last optional fields are open; `onToggle` is called when that changes
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
  screens,
  children,
}: {
  form: SchemaForm<ListingForm>;
  categories: Category[];
  locations: Location[];
  pictures: Pictures;
  paid: boolean;
  signedIn: boolean;
  more: { open: boolean; onToggle: (open: boolean) => void };
  screens: FormScreens;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  const groups = useMemo(() => categoryOptions(categories), [categories]);
  return (
    <>
      <FormScreen index={0} screens={screens}>
        <TextFields form={form} />
        <FormInput form={form} name="businessName" label={t('Business Name')} autoComplete="organization" />
        <FormInput form={form} name="address" label={t('Street Address')} autoComplete="address-line1" />
        <CityFields form={form} />
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormControl form={form} name="phone" label={t('Phone Number')} hint={t('Include the area code.')}>
            {(control) => <PhoneInput {...control} />}
          </FormControl>
          <FormInput
            form={form}
            name="email"
            label={t('Email')}
            hint={t('Shown on your listing.')}
            type="email"
            autoComplete="email"
          />
        </div>
        <OptionalWebsite form={form} paid={paid} />
        <FormControl
          form={form}
          name="categoryId"
          label={t('Category')}
          hint={t('Type to search for the closest match.')}
        >
          {(control) => <Combobox {...control} groups={groups} placeholder={t('Choose a category')} />}
        </FormControl>
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
        <div className="min-h-32">
          <Suspense fallback={null}>{hydrated && <PinField form={form} />}</Suspense>
        </div>
      </FormScreen>
      <FormScreen
        index={1}
        screens={screens}
        later={<PhotosAndHours form={form} pictures={pictures} paid={paid} signedIn={signedIn} />}
      />
      <FormScreen
        index={2}
        screens={screens}
        later={
          <>
            <PremiumFields form={form} />
            <MoreAboutBusiness form={form} {...more} />
          </>
        }
      >
        {children}
      </FormScreen>
    </>
  );
}
