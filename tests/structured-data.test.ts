import { expect, test } from 'vitest';
import { findStructuredDataErrors } from '#tests/support/documents/structured-data.ts';
import { breadcrumbList, webSite } from '#web/base/layout/json-ld.ts';

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
