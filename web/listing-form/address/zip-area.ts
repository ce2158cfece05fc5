import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ListingForm, ZIP_OUTSIDE_AREA_MESSAGE } from '#contract/listing-form.ts';
import type { City, Location, ZipListings } from '#contract/places.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import type { Page } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

// Both only assist: without them the fields are filled in by hand, and the server validates them.
const locationsQuery = queryOptions<Page<Location>>({
  queryKey: ['/api/locations'],
  staleTime: Number.POSITIVE_INFINITY,
});
const zipAreaQuery = (zip: string) => queryOptions<ZipListings>({ queryKey: [`/api/zip/${zip}/ads?limit=1`] });

/** The county of a ZIP code, its middle and, where there is one, its city. */
export type ZipArea = Pick<ZipListings, 'city' | 'county' | 'point'>;

/**
 * The area of the ZIP code in a form, if known; `isServed` is false for a ZIP code outside our counties.
 * @param early whether to fetch the locations before a ZIP code is typed
 */
export function useZipArea(form: SchemaForm<ListingForm>, early = false): { area?: ZipArea; isServed: boolean } {
  const zip = useWatch({ control: form.control, name: 'zipCode', compute: parseZip });
  const { data: locations } = useQuery({ ...locationsQuery, enabled: early || zip !== undefined });
  const location = zip && locations?.items.find(hasZip(zip));
  const { data: area } = useQuery({ ...zipAreaQuery(zip ?? ''), enabled: Boolean(location) });
  return { isServed: !zip || !locations || Boolean(location), ...(location && { area }) };
}

/** Sets a form's location from its ZIP code, and its city and state unless they were typed. */
export function useZipAutofill(form: SchemaForm<ListingForm>) {
  const client = useQueryClient();
  const city = useWatch({ control: form.control, name: 'city' });
  const [entered, setEntered] = useState(false);
  const { area, isServed } = useZipArea(form, entered);
  const suggests = area?.city && city && !isSameName(city, area.city.name);
  const { data: cities } = useQuery({ ...queries.cities(), enabled: Boolean(suggests), throwOnError: false });
  const lastZip = useRef<string>(undefined);
  const filledCity = useRef<string>(undefined);

  const fill = (name: 'city' | 'state' | 'locationId', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid });
  const applyCity = (name: string) => {
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
    if (found.city && (!typedCity || typedCity === filledCity.current)) applyCity(found.city.name);
    if (!state) fill('state', 'CA');
  };

  return {
    /** Call on focus: fetches the locations, so that they are there when the ZIP code is complete. */
    onFocus: () => {
      setEntered(true);
      lastZip.current = parseZip(form.getValues('zipCode'));
    },
    /** Call with the field's text after each change. */
    onType: (typed: string) => {
      // Ignored, because autofill only assists.
      autofill(typed).catch(() => {});
    },
    error: isServed ? undefined : ZIP_OUTSIDE_AREA_MESSAGE,
    /** The ZIP code's city, where a different one was typed. */
    suggestedCity: suggests ? area.city?.name : undefined,
    /** The county of the ZIP code, where the typed city is none of its places. */
    unknownIn:
      cities && area && city && !cities.items.some(isCityIn(city, area.county.slug)) ? area.county.name : undefined,
    applyCity,
  };
}

/** The location of a ZIP code; undefined outside of our area, or while the site is not reached. */
export async function findZipLocation(client: QueryClient, zip: string): Promise<Location | undefined> {
  const locations = await client.ensureQueryData(locationsQuery).catch(() => undefined);
  return locations?.items.find(hasZip(readZipCode(zip) ?? ''));
}

/** The county of a ZIP code that has no place of this name, and the place to use instead; undefined where it has one, or that is not known. */
export async function findUnknownCity(
  client: QueryClient,
  zip: string,
  city: string,
): Promise<{ county: string; suggestion: string } | undefined> {
  const read = Promise.all([
    client.ensureQueryData(zipAreaQuery(readZipCode(zip) ?? '')),
    client.ensureQueryData(queries.cities()),
  ]);
  const [area, cities] = (await read.catch(() => undefined)) ?? [];
  if (!area?.city || !cities || isSameName(city, area.city.name)) return undefined;
  if (cities.items.some(isCityIn(city, area.county.slug))) return undefined;
  return { county: area.county.name, suggestion: area.city.name };
}

/** Whether a ZIP code is in none of our counties; false while that is not known. */
export async function isOutsideArea(client: QueryClient, zip: string): Promise<boolean> {
  const locations = await client.ensureQueryData(locationsQuery).catch(() => undefined);
  return locations !== undefined && !locations.items.some(hasZip(readZipCode(zip) ?? ''));
}

/** The five digits of a complete ZIP code, or of a ZIP+4 code that may be incomplete; undefined otherwise. */
function parseZip(typed: string): string | undefined {
  return readZipCode(typed.replace(/(?<=^\s*\d{5}) ?[-–]? ?\d{0,3}\s*$/, ''));
}

const hasZip =
  (zip: string) =>
  ({ zipCodes }: Location) =>
    zipCodes?.includes(zip) ?? false;

const isCityIn = (typed: string, countySlug: string) => (known: City) =>
  known.county === countySlug && isSameName(typed, known.name);

const isSameName = (typed: string, name: string) => typed.trim().toLowerCase() === name.toLowerCase();
