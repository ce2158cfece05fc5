import { Outlet, ScrollRestoration } from 'react-router';
import { usePageViews } from '#web/base/tracking/page-view.ts';
import { Layout } from './layout.tsx';
import { PageError } from './page-error.tsx';

/** The layout of every page; tracks page views. */
export function Root() {
  usePageViews();
  return (
    <Layout>
      <Outlet />
      <ScrollRestoration />
    </Layout>
  );
}

/** The layout with an error message, for a page whose module could not be loaded. */
export function RootError() {
  return (
    <Layout>
      <PageError />
    </Layout>
  );
}
