import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ListingForm, ZIP_OUTSIDE_AREA_MESSAGE } from '#contract/listing-form.ts';
import type { Location, ZipListings } from '#contract/places.ts';
import type { Page } from '../app/api.ts';
import type { SchemaForm } from '../ui/form/form.tsx';

// Both help only: without them one chooses and types oneself, and the server has the last word.
const locationsQuery = queryOptions<Page<Location>>({
  queryKey: ['/api/locations'],
  staleTime: Number.POSITIVE_INFINITY,
});
const zipAreaQuery = (zip: string) => queryOptions<ZipListings>({ queryKey: [`/api/zip/${zip}/ads?limit=1`] });

/** Where a ZIP code lies: its county and, where there is one, the city that it is named by. */
export type ZipArea = Pick<ZipListings, 'city' | 'county'>;

/**
 * Where the ZIP code of a form lies, as far as that is known; `isServed` is false where we list nothing.
 * @param early whether what ZIP codes are looked up in is to be there before one is typed
 */
export function useZipArea(form: SchemaForm<ListingForm>, early = false): { area?: ZipArea; isServed: boolean } {
  const zip = useWatch({ control: form.control, name: 'zipCode', compute: parseZip });
  const { data: locations } = useQuery({ ...locationsQuery, enabled: early || zip !== undefined });
  const location = zip && locations?.items.find(hasZip(zip));
  const { data: area } = useQuery({ ...zipAreaQuery(zip ?? ''), enabled: Boolean(location) });
  return { isServed: !zip || !locations || Boolean(location), ...(location && { area }) };
}

/** Lets the ZIP code of a form choose the location, and fill in the city and state that nobody has typed. */
export function useZipAutofill(form: SchemaForm<ListingForm>) {
  const client = useQueryClient();
  const city = useWatch({ control: form.control, name: 'city' });
  const [entered, setEntered] = useState(false);
  const { area, isServed } = useZipArea(form, entered);
  const lastZip = useRef<string>(undefined);
  const filledCity = useRef<string>(undefined);

  const fill = (name: 'city' | 'state' | 'locationId', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid });
  const takeCity = (name: string) => {
    filledCity.current = name;
    fill('city', name);
  };

  const autofill = async (typed: string) => {
    const zip = parseZip(typed);
    if (lastZip.current === zip) return;
    lastZip.current = zip;
    if (!zip) return;
    const location = (await client.ensureQueryData(locationsQuery)).items.find(hasZip(zip));
    if (!location || lastZip.current !== zip) return;
    fill('locationId', String(location.id));
    const found = await client.ensureQueryData(zipAreaQuery(zip));
    if (lastZip.current !== zip) return;
    const { city: typedCity, state } = form.getValues();
    if (found.city && (!typedCity || typedCity === filledCity.current)) takeCity(found.city.name);
    if (!state) fill('state', 'CA');
  };

  return {
    /** To be called when the field is entered: what a ZIP code is looked up in is then there in time. */
    onFocus: () => {
      setEntered(true);
      lastZip.current = parseZip(form.getValues('zipCode'));
    },
    /** To be called with whatever is typed. */
    onType: (typed: string) => {
      // A lookup that fails is one that did not help.
      autofill(typed).catch(() => {});
    },
    fault: isServed ? undefined : ZIP_OUTSIDE_AREA_MESSAGE,
    /** The city that the ZIP code is named by, where another one was typed. */
    otherCity: area?.city && city && !isSameName(city, area.city.name) ? area.city.name : undefined,
    takeCity,
  };
}

/** The five digits of a ZIP code that was typed in full, with or without four more. */
function parseZip(typed: string): string | undefined {
  return /^\s*(\d{5})(?:$|\D|\d{4})/.exec(typed)?.[1];
}

const hasZip =
  (zip: string) =>
  ({ zipCodes }: Location) =>
    zipCodes?.includes(zip) ?? false;

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();
