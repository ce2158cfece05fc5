import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { User } from '#contract/accounts.ts';
import type { Site } from '#contract/site.ts';
import { createQueryClient } from '#web/base/api/api.ts';
import { SiteProvider } from '#web/base/api/site.tsx';
import { Header } from '#web/base/layout/header/header.tsx';
import { setCachedUser } from '#web/base/session/session.ts';
import { Footer } from './footer.tsx';
import { Metadata } from './metadata.tsx';

const site: Site = {
  name: 'SoCal Local',
  origin: 'https://local.example',
  operator: 'Example Broadband',
  postalAddress: '',
  supportEmail: 'support@local.example',
  profiles: {},
  measurementId: null,
  adsClientId: null,
  mapTiles: '/map-tiles/1.pmtiles',
  signUps: 'open' as const,
  newListings: 'live' as const,
  payments: 'simulated',
};

interface RenderOptions extends Partial<Site> {
  path?: string;
  /** The signed-in user, who is known in the browser only. */
  user?: User;
}

function html(element: React.ReactNode, { path = '/', user, ...changes }: RenderOptions = {}): string {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is read here')));
  if (user) setCachedUser(client, user);
  const routes = [
    { path: '/contact/nowhere', handle: { status: 404 }, element },
    { path: '*', element },
  ];
  return renderToString(
    <QueryClientProvider client={client}>
      <SiteProvider site={{ ...site, ...changes }}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
      </SiteProvider>
    </QueryClientProvider>,
  );
}

/** The labels and URLs of the links in the navigation with that name, in order. */
function getLinks(name: string, markup: string): Record<string, string> {
  const nav = markup.match(new RegExp(`<nav[^>]*aria-label="${name}"[^>]*>(.*?)</nav>`, 's'))?.[1] ?? '';
  return Object.fromEntries(
    [...nav.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, label]) => [label, href]),
  );
}

test('the header links to the public pages and to saved listings, and not to the admin page', () => {
  expect(getLinks('Main', html(<Header />))).toEqual({
    'Browse Ads': '/browse',
    Blog: '/blog',
    Saved: '/saved',
    'My Account': '/account',
    About: '/quick-links',
    Contact: '/contact',
    Español: '/es',
    'Post an Ad': '/post-ad',
  });
});

test('the header links to the page in the other language, with its query', () => {
  const linkAt = (path: string) => getLinks('Main', html(<Header />, { path })).Español;
  expect(linkAt('/search?q=tacos&near=92614')).toBe('/es/search?q=tacos&amp;near=92614');
});

test('the mobile menu has all links of the header but the blog', () => {
  const { Blog, ...others } = getLinks('Main', html(<Header />));
  expect(Blog).toBe('/blog');
  // Wide pages have quotes in their footer.
  expect(getLinks('Menu', html(<Header />))).toEqual({ ...others, 'Get quotes': '/quote' });
});

const owner: User = {
  id: 2,
  username: 'salt',
  businessName: 'Salt & Sons',
  email: 'salt@local.example',
  emailConfirmed: true,
  pendingEmail: null,
  language: 'en',
  isAdmin: false,
  role: null,
  keepsListingsUp: false,
  createdAt: '2025-11-20T07:30:00.000Z',
};

test('the header links to Admin for the staff only', () => {
  for (const name of ['Main', 'Menu']) {
    expect(getLinks(name, html(<Header />, { user: { ...owner, role: 'editor' } }))).toMatchObject({ Admin: '/admin' });
    expect(getLinks(name, html(<Header />, { user: owner }))).not.toHaveProperty('Admin');
  }
});

test('the header marks the current page, or the section of the current page', () => {
  expect(html(<Header />)).not.toContain('aria-current=');
  expect(html(<Header />, { path: '/browse' })).toMatch(/href="\/browse" aria-current="page"/);
  expect(html(<Header />, { path: '/blog/a-post' })).toMatch(/href="\/blog" aria-current="true"/);
});

test('the header marks no link on the not-found page, which is rendered once for all unknown paths', () => {
  expect(html(<Header />, { path: '/contact/nowhere' })).not.toContain('aria-current=');
});

test('the footer shows the postal address, and the operator and the region until one is configured', () => {
  expect(html(<Footer />)).toMatch(/<address[^>]*>Example Broadband\nSouthern California</);
  expect(html(<Footer />, { postalAddress: '1 Main Street\nIrvine, CA 92614' })).toContain('1 Main Street\nIrvine');
});

test('the footer links to the profiles that are configured', () => {
  expect(html(<Footer />)).not.toContain('social');
  const markup = html(<Footer />, { profiles: { x: 'https://x.com/socal', facebook: 'https://facebook.com/socal' } });
  expect(
    [...markup.matchAll(/href="(https:[^"]*)" aria-label="([^"]*)"/g)].map(([, href, label]) => [href, label]),
  ).toEqual([
    ['https://facebook.com/socal', 'Facebook'],
    ['https://x.com/socal', 'X'],
  ]);
});

test('the footer names the operator, the year and the sources of the data', () => {
  const text = html(<Footer />).replaceAll(/<[^>]*>/g, '');
  expect(text).toContain('Founded in 2021');
  expect(text).toContain('a unit of Example Broadband');
  expect(text).toContain('GeoNames (CC BY 4.0)');
});

const page = { title: 'Irvine, California', description: 'Who is in Irvine.', path: '/city/irvine' };

test('a title ends with the name of the site exactly once', () => {
  expect(html(<Metadata {...page} />)).toContain('<title>Irvine, California | SoCal Local</title>');
  expect(html(<Metadata {...page} title="Welcome to SoCal Local" />)).toContain(
    '<title>Welcome to SoCal Local</title>',
  );
});

test('a page has a canonical URL unless it is noindex', () => {
  const canonical = '<link rel="canonical" href="https://local.example/city/irvine"/>';
  expect(html(<Metadata {...page} />)).toContain(canonical);
  const notIndexed = html(<Metadata {...page} noindex />);
  expect(notIndexed).not.toContain('canonical');
  expect(notIndexed).toContain('<meta name="robots" content="noindex"/>');
});

test('a page has a share image whose URL changes with its name, or else the image of the site', () => {
  const getShareImageUrl = (markup: string) => markup.match(/og:image" content="(.*?)"/)?.[1];
  const markup = html(<Metadata {...page} shareImageName="Irvine" />);
  expect(getShareImageUrl(markup)).toMatch(/^https:\/\/local\.example\/share\/city\/irvine\.png\?v=\w+$/);
  expect(getShareImageUrl(html(<Metadata {...page} shareImageName="Irvine" />))).toBe(getShareImageUrl(markup));
  expect(getShareImageUrl(html(<Metadata {...page} shareImageName="Irvine!" />))).not.toBe(getShareImageUrl(markup));
  expect(markup).toContain('<meta property="og:image:width" content="1200"/>');
  expect(markup).toContain('<meta property="og:image:height" content="630"/>');
  expect(markup).toContain('<meta property="og:image:alt" content="Irvine"/>');
  expect(markup).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  expect(getShareImageUrl(html(<Metadata {...page} />))).toBe('https://local.example/og.png');

  const withPhoto = (photo: string) => html(<Metadata {...page} shareImageName="Irvine" shareImagePictures={photo} />);
  expect(getShareImageUrl(withPhoto('/a.webp'))).toMatch(/\/city\/irvine\.jpg\?v=\w+$/);
  expect(getShareImageUrl(withPhoto('/a.webp'))).not.toBe(getShareImageUrl(withPhoto('/b.webp')));
});

test('a page names itself in each language, unless search engines are to leave it out', () => {
  const alternates = (markup: string) =>
    [...markup.matchAll(/rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [
      language,
      href,
    ]);
  expect(alternates(html(<Metadata {...page} />))).toEqual([
    ['en', 'https://local.example/city/irvine'],
    ['es', 'https://local.example/es/city/irvine'],
    ['x-default', 'https://local.example/city/irvine'],
  ]);
  expect(alternates(html(<Metadata {...page} noindex />))).toEqual([]);
  // It is not in another language.
  expect(alternates(html(<Metadata {...page} languages={['en']} />))).toEqual([]);
});

test('a page with feeds links to them', () => {
  expect(html(<Metadata {...page} />)).not.toContain('+xml');
  const withFeeds = html(<Metadata {...page} feeds />);
  expect(withFeeds).toMatch(
    /rel="alternate" type="application\/rss\+xml" title="[^"]+" href="\/city\/irvine\/rss\.xml"/,
  );
  expect(withFeeds).toMatch(
    /rel="alternate" type="application\/atom\+xml" title="[^"]+" href="\/city\/irvine\/atom\.xml"/,
  );
});

test('a title with a script tag cannot close the script element of the structured data', () => {
  const name = '</script><script>alert(1)</script>';
  const markup = html(<Metadata {...page} jsonLd={{ '@type': 'LocalBusiness', name }} />);
  const data = markup.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({ '@type': 'LocalBusiness', name });
  expect(markup).not.toContain('<script>alert');
});
