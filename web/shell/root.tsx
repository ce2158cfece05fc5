import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { recordEvent } from './data-layer.ts';
import { PageError } from './error-page.tsx';
import { Layout } from './layout.tsx';

/** The frame of every page. Records a page view for each address that is shown. */
export function Root() {
  const { pathname } = useLocation();
  useEffect(() => recordEvent('page_view', { page_path: pathname }), [pathname]);
  return (
    <Layout>
      <Outlet />
      <ScrollRestoration />
    </Layout>
  );
}

/** The frame with what is said when a page's module could not even be loaded. */
export function RootError() {
  return (
    <Layout>
      <PageError />
    </Layout>
  );
}
