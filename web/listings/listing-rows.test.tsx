import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listingPage } from '../../tests/support/responses/listing-page.ts';
import { createQueryClient } from '../app/api.ts';
import { ListingRows } from './listing-rows.tsx';

test('a row escapes what people have typed', () => {
  const typed = '"><img src=x onerror=alert(1)>';
  const listing = listingPage({
    title: typed,
    businessName: typed,
    address: typed,
    intro: typed,
    city: { name: typed, slug: null },
  });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => Promise.reject(new Error('Nothing is read here')))}>
      <ListingRows listings={[listing]} />
    </QueryClientProvider>,
  );
  expect(markup).not.toContain('<img');
  expect(markup.split('&quot;&gt;&lt;img').length).toBeGreaterThan(5);
});
