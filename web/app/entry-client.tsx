import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router';
import { navigateByLinks } from '../layout/navigation.ts';
import { SiteProvider } from '../layout/site.tsx';
import { createQueryClient, readByFetch } from './api.ts';
import { loadModule, queryClientContext, readContext } from './loader.ts';
import type { PageState } from './page-state.ts';
import { routes } from './routes.tsx';

const state: PageState = JSON.parse(document.getElementById('state')?.textContent ?? '');
const client = createQueryClient(readByFetch);
for (const [key, data] of state.data) client.setQueryData(key, data);

const context = new RouterContextProvider();
context.set(queryClientContext, client);
context.set(readContext, readByFetch);

// The page that the server sent must be there before React compares: load its module first.
const matched = matchRoutes(routes, location) ?? [];
Promise.all(matched.map(({ route }) => loadModule(route))).then(() => {
  const router = createBrowserRouter(routes, {
    getContext: () => context,
    hydrationData: { loaderData: state.loaderData, errors: state.errors },
  });
  navigateByLinks(router, routes, context);
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
      <StrictMode>
        <QueryClientProvider client={client}>
          <SiteProvider site={state.site}>
            <RouterProvider router={router} />
          </SiteProvider>
        </QueryClientProvider>
      </StrictMode>,
    );
  });
});
