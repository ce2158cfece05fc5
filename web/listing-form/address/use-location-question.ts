import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { FormFailure } from '../../ui/form/form.tsx';
import { findZipLocation } from './zip-area.ts';

/**
 * Returns a function that asks, at the field, about a location that contradicts the ZIP code. It asks once about each pair: a form
 * that is sent again keeps its location.
 */
export function useLocationQuestion() {
  const client = useQueryClient();
  const lastPair = useRef<string>(undefined);
  return async ({
    zipCode,
    locationId,
  }: Pick<ListingForm, 'zipCode' | 'locationId'>): Promise<FormFailure | undefined> => {
    const location = await findZipLocation(client, zipCode);
    const pair = `${zipCode} ${locationId}`;
    if (!location || String(location.id) === locationId || lastPair.current === pair) return undefined;
    lastPair.current = pair;
    const message = t('ZIP code {zipCode} is in {place}. Choose it, or continue to keep your choice.', {
      zipCode,
      place: location.name,
    });
    return { message, issues: [{ path: 'locationId', message }] };
  };
}
