import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AdminPlace, NeighborhoodForm, PlaceEdit } from '#contract/places.ts';
import { toCityOptions } from '#web/admin/listings/city-options.ts';
import { LazyPointMap } from '#web/base/map/lazy-point-map.tsx';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { ListArea } from '#web/base/ui/form/list-area.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { type PlaceInput, placeFormSchema, toField, toInput } from './place-form.ts';
import { usePlaceActions } from './place-queries.ts';

/** Adds a neighborhood with its middle and radius on the map, or edits a place. */
export function PlaceDialog({
  place,
  places,
  onClose,
  onSaved,
}: {
  /** The place to edit; null to add a neighborhood. */
  place: AdminPlace | null;
  places: AdminPlace[];
  onClose: () => void;
  /** With the name that it has now. */
  onSaved: (name: string) => void;
}) {
  const { add, edit } = usePlaceActions();
  const [isOwnSlug, setIsOwnSlug] = useState(place !== null);
  const [defaultValues] = useState(() => toInput(place));
  const [schema] = useState(() => placeFormSchema(place));
  const isNeighborhood = place === null || place.radiusMiles !== null;
  const form = useSchemaForm<PlaceInput, NeighborhoodForm | PlaceEdit>({
    schema,
    defaultValues,
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const failure = await (place ? edit(place.id, values as PlaceEdit) : add(values as NeighborhoodForm));
      if (failure)
        return { ...failure, issues: failure.issues?.map((issue) => ({ ...issue, path: toField(issue.path) })) };
      const name = 'name' in values && values.name ? values.name : (place?.name ?? '');
      toast({ title: place ? t('{name} is saved', { name }) : t('{name} is added', { name }), tone: 'success' });
      onSaved(name);
      onClose();
      return undefined;
    },
  });
  const { middle, name: typedName, radius, slug } = form.watch();
  const miles = Number(radius);
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={place ? t('Edit {name}', { name: place.name }) : t('Add neighborhood')}
      intro={
        isNeighborhood ? null : (
          <p className="mb-4 text-muted">{t('Its name and limits come from the data. Other names are yours.')}</p>
        )
      }
      focus={isNeighborhood ? 'name' : 'aliases'}
      submitLabel={place ? t('Save') : t('Add neighborhood')}
      busyLabel={t('Saving...')}
    >
      {isNeighborhood && (
        <>
          <FormControl
            form={form}
            name="name"
            label={t('Name')}
            hint={t('Visitors read it at the top of the neighborhood’s page, and searches find it.')}
          >
            {({ onChange, ...control }) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={60}
                onChange={(event) => {
                  onChange(event);
                  if (!isOwnSlug) form.setValue('slug', toSlug(event.target.value));
                }}
              />
            )}
          </FormControl>
          <FormControl
            form={form}
            name="slug"
            label={t('Web address')}
            hint={
              place && slug !== place.slug
                ? t('{path} will redirect here.', { path: `/city/${place.slug}` })
                : place && typedName.trim() !== place.name
                  ? t('It stays {path}. If you change it, the old address redirects to the new one.', {
                      path: `/city/${place.slug}`,
                    })
                  : t('The last part of /city/…')
            }
          >
            {({ onChange, ...control }) => (
              <TextInput
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => {
                  setIsOwnSlug(true);
                  onChange(event);
                }}
              />
            )}
          </FormControl>
          {!place && (
            <FormControl form={form} name="city" label={t('City')}>
              {({ onChange, ...control }) => (
                <Select
                  {...control}
                  onChange={(event) => {
                    onChange(event);
                    const city = places.find((one) => one.slug === event.target.value);
                    form.setValue('middle', city ? { lat: city.lat, lng: city.lng } : null);
                  }}
                >
                  <option value="">{t('Choose…')}</option>
                  {toCityOptions(places.filter(({ city, radiusMiles }) => city === null && radiusMiles === null)).map(
                    ([citySlug, label]) => (
                      <option key={citySlug} value={citySlug}>
                        {label}
                      </option>
                    ),
                  )}
                </Select>
              )}
            </FormControl>
          )}
          <FormControl
            form={form}
            name="radius"
            label={t('Radius in miles')}
            hint={t(
              'From 0.1 to 10: how far it reaches from its middle, as the circle on the map shows. Listings of the city within the circle are in the neighborhood.',
            )}
          >
            {(control) => <TextInput {...control} inputMode="decimal" autoComplete="off" />}
          </FormControl>
          {middle && (
            <FormControl
              form={form}
              name="middle"
              label={t('Middle')}
              hint={<span id="pin-keys">{t('Drag the pin, click on the map, or use the arrow keys on the pin.')}</span>}
            >
              {() => (
                <LazyPointMap
                  key={form.watch('city')}
                  point={middle}
                  radiusMiles={miles > 0 && miles <= 10 ? miles : 0}
                  label={t('Map of the neighborhood')}
                  onMove={(point) => form.setValue('middle', point, { shouldDirty: true })}
                />
              )}
            </FormControl>
          )}
        </>
      )}
      <FormControl
        form={form}
        name="aliases"
        label={t('Other names')}
        optional
        hint={t('Searches for one of them find it.')}
      >
        {(control) => <ListArea {...control} defaultValue={form.getValues('aliases')} rows={3} />}
      </FormControl>
      <FormControl form={form} name="reason" label={t('Reason')} hint={t('Required. Kept in the audit log.')}>
        {(control) => <TextArea {...control} rows={2} className="min-h-24" maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}

/** 'La Cañada' is 'la-canada'. */
const toSlug = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
