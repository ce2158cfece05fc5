import './public.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router';
import { createQueryClient, getJson } from '#web/base/api/api.ts';
import { apiReaderContext, loadRouteModule, queryClientContext } from '#web/base/api/loader.ts';
import type { PageState } from '#web/base/api/page-state.ts';
import { SiteProvider } from '#web/base/api/site.tsx';
import { BASE_NAME } from '#web/base/i18n/language.ts';
import { enableClientNavigation } from '#web/base/layout/navigation.ts';
import { FooterContext } from '#web/base/layout/static-footer.tsx';
import { routes } from './routes.tsx';

const state: PageState = JSON.parse(document.getElementById('state')?.textContent ?? '');
const client = createQueryClient(getJson);
for (const [key, data] of state.data) client.setQueryData(key, data);

const context = new RouterContextProvider();
context.set(queryClientContext, client);
context.set(apiReaderContext, getJson);

const footer = { __html: document.querySelector('#root > * > footer')?.innerHTML ?? '' };

// Hydration needs the module of the page, so it is loaded first, and takes the token of an emailed link out of the address. If that fails, the page stays as the server rendered it, and
// the browser reports the error.
const matched = matchRoutes(routes, location, BASE_NAME) ?? [];
void Promise.all(matched.map(({ route }) => loadRouteModule(route))).then(() => {
  const router = createBrowserRouter(routes, {
    basename: BASE_NAME,
    getContext: () => context,
    hydrationData: { loaderData: state.loaderData, errors: state.errors },
  });
  enableClientNavigation(router, routes, context);
  // Only for a page with notices, and for who goes on to another page.
  const loadNotices = () => {
    import('#web/base/notices/live-notices.ts').then(
      ({ startNotices }) => startNotices(router, client),
      () => {},
    );
  };
  if (document.getElementById('notices')?.innerHTML) loadNotices();
  router.subscribe(loadNotices);
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
      <StrictMode>
        <QueryClientProvider client={client}>
          <SiteProvider site={state.site}>
            <FooterContext value={footer}>
              <RouterProvider router={router} />
            </FooterContext>
          </SiteProvider>
        </QueryClientProvider>
      </StrictMode>,
    );
  });
});
