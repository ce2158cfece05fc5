import type { RouteObject } from 'react-router';
import { Root, RootError } from '../layout/root.tsx';

/** What is known of a page before its module is loaded. */
export interface PageHandle {
  /** The module's path from the project's root, as the build's manifest names it. */
  file: string;
  /** The query parameters that the page reads; others never make another page. */
  queryParams: string[];
  /** Whether it is about a place: a visitor who comes from it to a listing looked there. */
  isPlace?: true;
  /** The status of a page that says that nothing is there. */
  status?: 404;
}

type PageModule = Pick<RouteObject, 'Component' | 'ErrorBoundary'>;

const modules = import.meta.glob<PageModule>('../**/*.page.tsx');

function page(path: string, name: string, handle: Partial<PageHandle> = {}): RouteObject {
  const lazy = modules[`../${name}.page.tsx`];
  if (!lazy) throw new Error(`web/${name}.page.tsx is missing`);
  return { path, lazy, handle: { file: `web/${name}.page.tsx`, queryParams: [], ...handle } satisfies PageHandle };
}

/** What narrows and orders the listings of a category or city. */
const REFINEMENTS = ['open', 'website', 'photos', 'near', 'within', 'sort'];

const notFound = (path: string) => page(path, 'layout/not-found', { status: 404 });

/** Every address of the site and the page that answers it. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootError,
    children: [
      page('/', 'home/home'),
      page('/browse', 'listings/browse', { queryParams: ['cursor'] }),
      page('/featured', 'listings/featured', { queryParams: ['cursor'] }),
      page('/ads/:id', 'listings/ad'),
      page('/ads/:id/analytics', 'analytics/analytics'),
      page('/saved', 'saved/saved'),
      page('/post-ad', 'listing-form/post-ad', { queryParams: ['plan'] }),
      page('/rates', 'pricing/rates'),
      page('/categories', 'categories/categories'),
      page('/search', 'search/search', {
        queryParams: [
          'q',
          'near',
          'category',
          'place',
          'within',
          'open',
          'website',
          'photos',
          'sort',
          'box',
          'view',
          'cursor',
        ],
      }),
      page('/category/:slug', 'categories/category', { queryParams: [...REFINEMENTS, 'place', 'cursor'] }),
      page('/locations', 'places/locations'),
      page('/county/:county', 'places/county', { queryParams: ['cursor'], isPlace: true }),
      page('/city/:city', 'places/city', { queryParams: [...REFINEMENTS, 'category', 'cursor'], isPlace: true }),
      page('/city/:city/:category', 'categories/city-category', {
        queryParams: [...REFINEMENTS, 'cursor'],
        isPlace: true,
      }),
      page('/zip/:zip', 'places/zip', { queryParams: ['cursor'], isPlace: true }),
      page('/account', 'accounts/account'),
      page('/account/ads/:id/edit', 'owner-listings/edit-ad'),
      page('/account/ads/:id/preview', 'owner-listings/preview-ad'),
      page('/account/payments/:id', 'payments/history/receipt'),
      page('/account/claim', 'claims/claim', { queryParams: ['token'] }),
      page('/contact', 'contact/contact'),
      page('/auth', 'accounts/auth', { queryParams: ['register'] }),
      page('/auth/confirm', 'accounts/confirm', { queryParams: ['token'] }),
      page('/auth/reset', 'accounts/reset', { queryParams: ['token'] }),
      page('/unsubscribe', 'accounts/unsubscribe', { queryParams: ['of', 'token'] }),
      page('/admin', 'admin/admin'),
      page('/checkout', 'payments/checkout/checkout', { queryParams: ['plan'] }),
      page('/payment-success', 'payments/checkout/payment-success'),
      page('/blog', 'content/blog'),
      page('/blog/:slug', 'content/post'),
      page('/help', 'content/help'),
      page('/faq', 'content/help'),
      page('/privacy-policy', 'content/privacy-policy'),
      page('/terms-of-service', 'content/terms-of-service'),
      page('/quick-links', 'content/quick-links'),
      page('/privacy-choices', 'tracking/privacy-choices'),

      page('/:location', 'places/location', { queryParams: ['cursor'], isPlace: true }),
      notFound('*'),
    ],
  },
];
