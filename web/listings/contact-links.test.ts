import { expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings.ts';
import { toDirectionsUrls, toHostname, toPhoneLink } from './contact-links.ts';

test('phone numbers are written one way and can be dialled, however they came', () => {
  for (const phone of ['6195782311', '619-578-2311', '+1 (619) 578 2311', '1.619.578.2311']) {
    expect(toPhoneLink(phone)).toEqual({ shown: '(619) 578-2311', href: 'tel:+16195782311' });
  }
  expect(toPhoneLink('+44 20 7946 0000')).toEqual({ shown: '+44 20 7946 0000', href: 'tel:+442079460000' });
});

test('directions lead to the business at its address', () => {
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

test('a website is shown by its host', () => {
  expect(toHostname('https://www.example.com/menu?x=1')).toBe('example.com');
  expect(toHostname('nonsense')).toBe('nonsense');
});
