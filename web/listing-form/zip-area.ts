import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type AdForm, ZIP_OUTSIDE } from '#contract/listing-form.ts';
import type { Location, ZipAds } from '#contract/places.ts';
import type { Page } from '../app/api.ts';
import type { SchemaForm } from '../ui/form/form.tsx';

// Both help only: without them one chooses and types oneself, and the server has the last word.
const areas = queryOptions<Page<Location>>({ queryKey: ['/api/locations'], staleTime: Number.POSITIVE_INFINITY });
const zipArea = (zip: string) => queryOptions<ZipAds>({ queryKey: [`/api/zip/${zip}/ads?limit=1`] });

/** Where a ZIP code lies: its county and, where there is one, the city that it is named by. */
export type ZipArea = Pick<ZipAds, 'city' | 'county'>;

/**
 * Where the ZIP code of a form lies, as far as that is known; `isServed` is false where we list nothing.
 * @param early whether what ZIP codes are looked up in is to be there before one is typed
 */
export function useZipArea(form: SchemaForm<AdForm>, early = false): { area?: ZipArea; isServed: boolean } {
  const zip = useWatch({ control: form.control, name: 'zipCode', compute: zipOf });
  const { data: locations } = useQuery({ ...areas, enabled: early || zip !== undefined });
  const location = zip && locations?.items.find(lies(zip));
  const { data: area } = useQuery({ ...zipArea(zip ?? ''), enabled: Boolean(location) });
  return { isServed: !zip || !locations || Boolean(location), ...(location && { area }) };
}

/** Lets the ZIP code of a form choose the location, and fill in the city and state that nobody has typed. */
export function useZipCode(form: SchemaForm<AdForm>) {
  const client = useQueryClient();
  const city = useWatch({ control: form.control, name: 'city' });
  const [entered, setEntered] = useState(false);
  const { area, isServed } = useZipArea(form, entered);
  const followed = useRef<string>(undefined);
  const filledCity = useRef<string>(undefined);

  const fill = (name: 'city' | 'state' | 'locationId', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid });
  const takeCity = (name: string) => {
    filledCity.current = name;
    fill('city', name);
  };

  const follow = async (typed: string) => {
    const zip = zipOf(typed);
    if (followed.current === zip) return;
    followed.current = zip;
    if (!zip) return;
    const location = (await client.ensureQueryData(areas)).items.find(lies(zip));
    if (!location || followed.current !== zip) return;
    fill('locationId', String(location.id));
    const found = await client.ensureQueryData(zipArea(zip));
    if (followed.current !== zip) return;
    const { city: typedCity, state } = form.getValues();
    if (found.city && (!typedCity || typedCity === filledCity.current)) takeCity(found.city.name);
    if (!state) fill('state', 'CA');
  };

  return {
    /** To be called when the field is entered: what a ZIP code is looked up in is then there in time. */
    onFocus: () => {
      setEntered(true);
      followed.current = zipOf(form.getValues('zipCode'));
    },
    /** To be called with whatever is typed. */
    onType: (typed: string) => {
      // A lookup that fails is one that did not help.
      follow(typed).catch(() => {});
    },
    fault: isServed ? undefined : ZIP_OUTSIDE,
    /** The city that the ZIP code is named by, where another one was typed. */
    otherCity: area?.city && city && !isSame(city, area.city.name) ? area.city.name : undefined,
    takeCity,
  };
}

/** The five digits of a ZIP code that was typed in full, with or without four more. */
function zipOf(typed: string): string | undefined {
  return /^\s*(\d{5})(?:$|\D|\d{4})/.exec(typed)?.[1];
}

const lies =
  (zip: string) =>
  ({ zipCodes }: Location) =>
    zipCodes?.includes(zip) ?? false;

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();
