import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Notice } from '#contract/admin/notices.ts';
import { queries } from '#web/base/api/queries.ts';
import { selectNotices } from './notice-scopes.ts';
import { noticesHtml } from './notices-html.ts';

const notice = (scope: Notice['scope']): Notice => ({
  id: 1,
  version: 1,
  text: 'Heat',
  language: 'en',
  link: null,
  tone: 'warning',
  scope,
});
const NOTICES = [
  notice({ kind: 'everywhere', slug: null }),
  notice({ kind: 'county', slug: 'orange-county' }),
  notice({ kind: 'city', slug: 'irvine' }),
  notice({ kind: 'category', slug: 'restaurants' }),
];

const county = { name: 'Orange County', slug: 'orange-county' };
const irvine = { name: 'Irvine', slug: 'irvine' };
const client = new QueryClient();
client.setQueryData(queries.city('irvine').queryKey, { ...irvine, type: 'city', county, city: null } as never);
client.setQueryData(queries.city('woodbridge').queryKey, {
  slug: 'woodbridge',
  type: 'city',
  county,
  city: irvine,
} as never);
client.setQueryData(queries.location('irvine').queryKey, { ...irvine, type: 'city', county, city: null } as never);
client.setQueryData(queries.location('kern').queryKey, {
  slug: 'kern',
  type: 'location',
  county: { slug: 'kern-county' },
} as never);
client.setQueryData(queries.category('pizza').queryKey, { slug: 'pizza', parent: { slug: 'restaurants' } } as never);
client.setQueryData(queries.cityCategory('irvine', 'pizza').queryKey, {
  city: irvine,
  county,
  category: { slug: 'pizza' },
  parent: { slug: 'restaurants' },
} as never);
client.setQueryData(queries.featuredListingsInZip('92614').queryKey, {
  pages: [{ zip: '92614', city: irvine, county }],
  pageParams: [],
} as never);
client.setQueryData(queries.listing('7').queryKey, {
  city: { slug: 'tustin' },
  county,
  category: { slug: 'pizza', top: 'restaurants' },
} as never);

describe('A page shows the notices for all pages, and those about', () => {
  it.each([
    ['/', []],
    ['/help', []],
    ['/county/orange-county', ['county']],
    ['/county/kern-county', []],
    ['/city/irvine', ['county', 'city']],
    ['/city/woodbridge', ['county', 'city']],
    ['/irvine', ['county', 'city']],
    ['/kern', []],
    ['/zip/92614', ['county', 'city']],
    ['/category/restaurants', ['category']],
    ['/category/pizza', ['category']],
    ['/city/irvine/pizza', ['county', 'city', 'category']],
    ['/ads/7', ['county', 'category']],
    ['/ads/8', []],
    ['/city/%E0%A4%A', []],
  ])('what is on %s', (path, kinds) => {
    expect(selectNotices(NOTICES, path, client).map(({ scope }) => scope.kind)).toEqual(['everywhere', ...kinds]);
  });
});

describe('The HTML of a notice', () => {
  it('escapes what was typed', () => {
    const html = noticesHtml([
      {
        ...notice({ kind: 'everywhere', slug: null }),
        text: '<img src=x onerror=alert(1)>',
        link: { href: '/a"onclick="alert(1)', label: '<b>More</b>' },
      },
    ]);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('href="/a&quot;onclick=&quot;alert(1)"');
    expect(html).toContain('&lt;b&gt;More&lt;/b&gt;');
  });

  it('has no button to dismiss what is urgent, and is empty without notices', () => {
    expect(noticesHtml([notice({ kind: 'everywhere', slug: null })])).toContain('aria-label="Dismiss"');
    expect(noticesHtml([{ ...notice({ kind: 'everywhere', slug: null }), tone: 'urgent' }])).not.toContain('Dismiss');
    expect(noticesHtml([])).toBe('');
  });
});
