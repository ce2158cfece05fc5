import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listingPage } from '#tests/support/responses/listing-page.ts';
import { createQueryClient } from '#web/base/api/api.ts';
import { ListingCard } from './listing-card.tsx';
import { ListingRows } from './listing-rows.tsx';

const render = (content: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => Promise.reject(new Error('Nothing is read here')))}>
      {content}
    </QueryClientProvider>,
  );

test('rows and cards say in which language their texts are, where it is not that of the page', () => {
  const spanish = listingPage({
    ...{ title: 'Sal e hijos', description: 'Pan al amanecer.', intro: 'Pan al amanecer.' },
    ...{ titleLanguage: 'es', textLanguage: 'es' },
  });
  const rows = render(<ListingRows listings={[spanish, { ...spanish, id: 8, titleLanguage: 'en' }]} />);
  expect(rows).toContain('<h3 lang="es">Sal e hijos</h3>');
  expect(rows).toContain('<h3>Sal e hijos</h3>');
  expect(rows.split('<p lang="es" class="intro">Pan al amanecer.</p>')).toHaveLength(3);
  const card = render(<ListingCard listing={spanish} />);
  expect(card).toContain('<span lang="es">Sal e hijos</span>');
  expect(card).toContain('<p lang="es" class="line">Pan al amanecer.</p>');
  expect(render(<ListingCard listing={listingPage()} />)).not.toContain('lang=');
});

test('a row without a picture has the initials of the business, and not of its ad', () => {
  const row = listingPage({ imageSrc: null, title: '24/7 emergency plumber', businessName: 'Rosa & Sons' });
  expect(render(<ListingRows listings={[row]} />)).toMatch(/class="tile[^>]*>RS</);
});

test('a row escapes what people have typed', () => {
  const typed = '"><img src=x onerror=alert(1)>';
  const listing = listingPage({
    title: typed,
    businessName: typed,
    address: typed,
    intro: typed,
    city: { name: typed, slug: null },
  });
  const markup = render(<ListingRows listings={[listing]} />);
  expect(markup).not.toContain('<img');
  expect(markup.split('&quot;&gt;&lt;img').length).toBeGreaterThan(5);
});

test('the facts of a row are apart also where its hours are unknown', () => {
  const row = { ...listingPage({ hours: null, street: '1 Pier Ave' }), miles: 0.8, distanceUnknown: false };
  const text = render(<ListingRows listings={[row]} asksOpen />).replaceAll(/<[^>]*>/g, '');
  expect(text).toMatch(/Hours unknown 0\.8 mi 1 Pier Ave/);
});
