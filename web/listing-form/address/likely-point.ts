import { queryOptions, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import type { LikelyPoint } from '#contract/listing-fields/addresses.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { withQuery } from '#web/base/api/api-path.ts';
import { useDebounced } from '#web/base/api/use-debounced.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

/** What is said of a post-office box, or where an address is only an area. */
export const NO_STREET_TEXT = t('There’s no pin for a P.O. box or an area: customers couldn’t go there.');

const likelyPointQuery = (typed: { address: string; city: string; zip: string }) =>
  queryOptions<LikelyPoint>({ queryKey: [withQuery('/api/addresses/point', typed)] });

/** Where the address in a form likely is; undefined until its ZIP code is complete, and while that is not known. */
export function useLikelyPoint(form: SchemaForm<ListingForm>): LikelyPoint | undefined {
  const [address, city, zipCode] = useWatch({ control: form.control, name: ['address', 'city', 'zipCode'] });
  const typed = useDebounced(address);
  const zip = readZipCode(zipCode);
  // An error is ignored: the pin then starts in the middle of the ZIP code.
  const { data } = useQuery({
    ...likelyPointQuery({ address: typed, city, zip: zip ?? '' }),
    enabled: typed !== '' && zip !== undefined,
    retry: false,
    throwOnError: false,
  });
  return typed === address ? data : undefined;
}
