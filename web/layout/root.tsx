import { Outlet, ScrollRestoration } from 'react-router';
import { usePageViews } from '../tracking/page-view.ts';
import { Layout } from './layout.tsx';
import { PageError } from './page-error.tsx';

/** The frame of every page. Counts each that is shown. */
export function Root() {
  usePageViews();
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
