import { expect, test } from 'vitest';
import { breadcrumbList, webSite } from '#web/layout/json-ld.ts';
import { findStructuredDataErrors } from './support/structured-data.ts';

const origin = 'https://site.example';
const site = {
  name: 'SoCal Local',
  origin,
  operator: 'Operator',
  postalAddress: '',
  supportEmail: 'help@site.example',
  measurementId: null,
  adsClientId: null,
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
    'nobody has said what a Spaceship needs',
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
    'step 1 leads to https://elsewhere.example/',
    'step 2 of the way is numbered 7',
  ]);
});
