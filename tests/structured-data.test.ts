import { expect, test } from 'vitest';
import { NOT_LICENSED } from '#contract/listing-fields/not-licensed.ts';
import type { ListingReviews } from '#contract/reviews/reviews.ts';
import { findMissingRecommendations, findStructuredDataErrors } from '#tests/support/documents/structured-data.ts';
import { listingPage } from '#tests/support/responses/listing-page.ts';
import { BUSINESS_TYPES, CUISINES } from '#web/base/layout/business-types.ts';
import { breadcrumbList, faqPage, webSite } from '#web/base/layout/json-ld.ts';
import { localBusiness } from '#web/base/layout/local-business.ts';

const origin = 'https://site.example';
const site = {
  name: 'SoCal Local',
  origin,
  operator: 'Operator',
  postalAddress: '',
  supportEmail: 'help@site.example',
  profiles: {},
  measurementId: null,
  adsClientId: null,
  mapTiles: '/map-tiles/1.pmtiles',
  signUps: 'open' as const,
  newListings: 'live' as const,
  payments: 'simulated' as const,
};
const breadcrumbs = breadcrumbList(site, [{ label: 'Home', href: '/' }, { label: 'Irvine' }]);

test('the structured data of our pages is valid', () => {
  expect(findStructuredDataErrors(breadcrumbs, origin)).toEqual([]);
  expect(findStructuredDataErrors(webSite(site), origin)).toEqual([]);
});

const picture = { src: '/photos/a-640.webp', srcSet: '', width: 640, height: 480, alt: '' };
const full = listingPage({
  category: { name: 'Mexican', slug: 'mexican-restaurants', icon: 'flame', top: 'restaurants' },
  moreCategories: [{ name: 'Bakeries', slug: 'bakeries' }],
  tel: 'tel:+18055550100',
  email: 'hello@salt.example',
  businessUrl: 'https://salt.example/',
  point: { lat: 34.27505, lng: -119.29034 },
  hours: {
    ...{ monday: 'closed', tuesday: 'all-day', wednesday: [{ opens: '09:00', closes: '17:00' }], thursday: null },
    ...{ friday: 'appointment', saturday: null, sunday: null },
  },
  specialDates: [
    { date: '2026-12-25', holiday: 'Christmas Day', hours: 'closed' },
    { date: '2027-02-01', through: null, holiday: null, hours: 'closed' },
  ],
  serviceArea: 'North County',
  serviceRadius: 10,
  licenseNumber: '1012345',
  license: {
    ...{ number: '1012345', check: 'confirmed', classes: ['C-36 plumbing'], listedOn: '2026-11-01' },
    url: 'https://www.cslb.ca.gov/1012345',
  },
  socialMedia: { instagram: 'https://instagram.com/salt' },
  logo: picture,
  photos: [picture],
  brand: { name: 'Salt', path: '/brand/salt', count: 2 },
});
const reviews = {
  ...{ count: 3, average: 4.7, next: null, places: null },
  reviews: [1, 2, 3].map((id) => ({
    ...{ id, author: 'Dana R.', stars: 5, text: 'Like new.', publishedAt: '2026-11-02T10:00:00.000Z' },
  })),
} as unknown as ListingReviews;

test('a listing with everything has all that search engines need and would like', () => {
  const business = localBusiness(site, full, reviews);
  expect(findStructuredDataErrors(business, origin)).toEqual([]);
  // Of its business page, the organization of a branch has the rest.
  const ofBrand = ['description', 'logo', 'sameAs', 'url'].map((name) => `a Organization has no ${name}`);
  expect(findMissingRecommendations(business)).toEqual(ofBrand);
  expect(business).toMatchObject({
    '@type': ['Restaurant', 'Bakery'],
    servesCuisine: ['Mexican'],
    sameAs: ['https://salt.example/', 'https://instagram.com/salt'],
    identifier: { '@type': 'PropertyValue', propertyID: 'California license', value: '1012345' },
    parentOrganization: { '@id': `${origin}/brand/salt` },
    geo: { latitude: 34.27505, longitude: -119.29034 },
  });
  expect(findStructuredDataErrors(faqPage([{ question: 'Parking?', answer: 'In front.' }])[0] ?? {}, origin)).toEqual(
    [],
  );
});

test('what a listing does not show is not in its structured data either', () => {
  const business = localBusiness(
    site,
    listingPage({ address: null, street: null, licenseNumber: NOT_LICENSED, area: { lat: 34.2, lng: -119.2 } }),
  );
  expect(findStructuredDataErrors(business, origin)).toEqual([]);
  expect(business.address).not.toHaveProperty('streetAddress');
  for (const name of ['email', 'telephone', 'geo', 'identifier', 'hasCredential', 'sameAs', 'servesCuisine'])
    expect(business).not.toHaveProperty(name);
});

test('each category with a cuisine is a place to eat', () => {
  expect(Object.keys(CUISINES).filter((slug) => BUSINESS_TYPES[slug] !== 'Restaurant')).toEqual([]);
});

test('missing properties and relative URLs are reported', () => {
  const business = { '@context': 'https://schema.org', '@type': 'LocalBusiness', name: 'Salt & Sons', url: '/ads/7' };
  expect(findStructuredDataErrors(business, origin)).toEqual([
    'a LocalBusiness has no address',
    "a LocalBusiness's url is /ads/7",
  ]);
  expect(findStructuredDataErrors({ ...business, '@type': 'Spaceship' }, origin)).toEqual([
    'the required properties of a Spaceship are not listed',
  ]);
  expect(findStructuredDataErrors({ '@type': 'WebSite', url: origin, name: 'x' }, origin)).toEqual([
    'the context is not schema.org',
  ]);
  const [home, irvine] = breadcrumbs.itemListElement;
  const astray = {
    ...breadcrumbs,
    itemListElement: [
      { ...home, item: 'https://elsewhere.example/' },
      { ...irvine, position: 7 },
    ],
  };
  expect(findStructuredDataErrors(astray, origin)).toEqual([
    'breadcrumb 1 links to https://elsewhere.example/',
    'breadcrumb 2 has the position 7',
  ]);
});
