import { expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings.ts';
import { toDirectionsUrl } from './contact-links.ts';

test('directions lead to the name and street of the business', () => {
  const listing = {
    businessName: 'Salt & Sons',
    street: '1 Pier Ave',
    city: { name: 'Ventura' },
    state: 'CA',
    zipCode: '93001',
  };
  const google = toDirectionsUrl(listing as ListingPage);
  expect(new URL(google).searchParams.get('destination')).toBe('Salt & Sons, 1 Pier Ave, Ventura, CA 93001');
});
