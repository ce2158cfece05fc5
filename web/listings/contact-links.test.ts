import { expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings.ts';
import { toDirectionsUrls, toHostname } from './contact-links.ts';

test('directions lead to the name and address of the business', () => {
  const listing = {
    businessName: 'Salt & Sons',
    address: '1 Pier Ave',
    city: { name: 'Ventura' },
    state: 'CA',
    zipCode: '93001',
  };
  const { google, apple } = toDirectionsUrls(listing as ListingPage);
  expect(new URL(google).searchParams.get('destination')).toBe('Salt & Sons, 1 Pier Ave, Ventura, CA 93001');
  expect(new URL(apple).searchParams.get('daddr')).toBe('Salt & Sons, 1 Pier Ave, Ventura, CA 93001');
});

test('a website is displayed by its host name', () => {
  expect(toHostname('https://www.example.com/menu?x=1')).toBe('example.com');
  expect(toHostname('nonsense')).toBe('nonsense');
});
