import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ComparedListing } from '#contract/compare/compare.ts';
import { listingPage } from '#tests/support/responses/listing-page.ts';
import { CompareTable } from './compare-table.tsx';

const compared = (fields: object): ComparedListing =>
  ({ ...listingPage(), ...fields, miles: null, distanceUnknown: false, serviceArea: '' }) as unknown as ComparedListing;

test('a title in another language than the page says so', () => {
  const listings = [
    compared({ id: 7, title: 'Sal e hijos', titleLanguage: 'es' }),
    compared({ id: 8, title: 'Salt & Sons', titleLanguage: 'en' }),
  ];
  const markup = renderToStaticMarkup(<CompareTable listings={listings} origin={null} near="" />);
  expect(markup).toMatch(/<a href="\/ads\/7" lang="es"[^>]*>Sal e hijos</);
  expect(markup).toMatch(/<a href="\/ads\/8" class[^>]*>Salt &amp; Sons</);
});
