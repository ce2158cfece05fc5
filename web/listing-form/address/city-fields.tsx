import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormControl, getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { CityInput } from '#web/listing-form/city-input.tsx';
import { useZipAutofill } from './zip-area.ts';

/** The city, the state and the ZIP code, which fills in the other two and the location. */
export function CityFields({ form }: { form: SchemaForm<ListingForm> }) {
  const zipCode = useZipAutofill(form);
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_6rem_9rem]">
      <FormControl
        form={form}
        name="city"
        label={t('City')}
        className="max-sm:col-span-2"
        hint={
          zipCode.suggestedCity && (
            <UseCity name={zipCode.suggestedCity} unknownIn={zipCode.unknownIn} onUse={zipCode.applyCity} />
          )
        }
      >
        {(control) => <CityInput {...control} />}
      </FormControl>
      <FormControl form={form} name="state" label={t('State')}>
        {(control) => <TextInput {...control} autoComplete="address-level1" />}
      </FormControl>
      <Field label={t('ZIP Code')} error={zipCode.error ?? getFieldError(form, 'zipCode')}>
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
  );
}

/** @param unknownIn the county that has no place of the typed name: the listing is then one of the ZIP code's place */
function UseCity({
  name,
  unknownIn,
  onUse,
}: {
  name: string;
  unknownIn: string | undefined;
  onUse: (name: string) => void;
}) {
  return (
    <>
      {unknownIn &&
        t('We don’t know a city of that name in {county}. Visitors will find your listing under {city}. ', {
          county: unknownIn,
          city: name,
        })}
      <button
        type="button"
        onClick={() => onUse(name)}
        className="link inline-flex min-h-11 items-center font-semibold"
      >
        {t('Use {city}', { city: name })}
      </button>
    </>
  );
}
