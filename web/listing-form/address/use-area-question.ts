import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { type ListingForm, ZIP_OUTSIDE_AREA_MESSAGE } from '#contract/listing-form.ts';
import type { FormFailure } from '#web/base/ui/form/form.tsx';
import { findUnknownCity, findZipLocation, isOutsideArea } from './zip-area.ts';

type Area = Pick<ListingForm, 'zipCode' | 'locationId' | 'city'>;

/**
 * Returns a function that asks, at the field, about a location that contradicts the ZIP code, and about a city that its county does not
 * have. It asks once about each area: a form that is sent again keeps what was typed. A ZIP code outside of our counties is refused.
 */
export function useAreaQuestion() {
  const client = useQueryClient();
  const asked = useRef(new Set<string>());
  return async (area: Area): Promise<FormFailure | undefined> => {
    if (await isOutsideArea(client, area.zipCode)) return toFailure('zipCode', ZIP_OUTSIDE_AREA_MESSAGE);
    for (const [path, find] of QUESTIONS) {
      const question = await find(client, area);
      if (!question || asked.current.has(question)) continue;
      asked.current.add(question);
      return toFailure(path, question);
    }
    return undefined;
  };
}

const toFailure = (path: keyof Area, message: string): FormFailure => ({ message, issues: [{ path, message }] });

const QUESTIONS: [keyof Area, (client: QueryClient, area: Area) => Promise<string | undefined>][] = [
  ['city', askAboutCity],
  ['locationId', askAboutLocation],
];

async function askAboutCity(client: QueryClient, { zipCode, city }: Area) {
  const unknown = await findUnknownCity(client, zipCode, city);
  if (!unknown) return undefined;
  return t(
    'We don’t know a city named {city} in {county}. Use {suggestion}, or continue to keep what you typed: visitors will find your listing under {suggestion}.',
    { city, county: unknown.county, suggestion: unknown.suggestion },
  );
}

async function askAboutLocation(client: QueryClient, { zipCode, locationId }: Area) {
  const location = await findZipLocation(client, zipCode);
  if (!location || String(location.id) === locationId) return undefined;
  return t('ZIP code {zipCode} is in {place}. Choose it, or continue to keep your choice.', {
    zipCode,
    place: location.name,
  });
}
