import { expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings.ts';
import { toDirectionsUrls, toHostname, toPhoneLink } from './contact-links.ts';

test('North American phone numbers in any notation get one format and a tel: link', () => {
  for (const phone of ['6195782311', '619-578-2311', '+1 (619) 578 2311', '1.619.578.2311']) {
    expect(toPhoneLink(phone)).toEqual({ text: '(619) 578-2311', href: 'tel:+16195782311' });
  }
  expect(toPhoneLink('+44 20 7946 0000')).toEqual({ text: '+44 20 7946 0000', href: 'tel:+442079460000' });
});

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
