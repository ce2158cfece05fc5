import { type createBrowserRouter, matchRoutes, type RouteObject, type RouterContextProvider } from 'react-router';
import { loadRouteModule } from '#web/base/api/loader.ts';
import { BASE_NAME, isInLanguage, toRoutePath } from '#web/base/i18n/language.ts';
import { isPlainClick } from './plain-click.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Handles clicks on internal links and submits of GET forms as client navigations, and prefetches the code and data of a page
 * when its link is hovered, touched or focused. Listeners on the document serve every `<a href>` and `<form method="get">`,
 * which therefore need no component and work without JavaScript.
 * `<Link>` of React Router took 42 % of the time of rendering a page on the server.
 */
export function enableClientNavigation(router: Router, routes: RouteObject[], context: RouterContextProvider) {
  document.addEventListener('click', (event) => {
    const url = isPlainClick(event) && !event.defaultPrevented && pageUrl(event.target);
    if (!url) return;
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return;
    event.preventDefault();
    router.navigate(toRoutePath(url.pathname) + url.search + url.hash, { viewTransition: !reducedMotion.matches });
  });

  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== 'get') return;
    event.preventDefault();
    const entries = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
    router.navigate(`${toRoutePath(new URL(form.action).pathname)}?${new URLSearchParams(entries)}`);
  });

  const prefetched = new Set<string>();
  const prefetch = (event: Event) => {
    const url = pageUrl(event.target);
    if (!url || url.pathname + url.search === location.pathname + location.search || prefetched.has(url.href)) return;
    prefetched.add(url.href);
    setTimeout(() => prefetched.delete(url.href), 30_000);
    for (const { route, params } of matchRoutes(routes, url, BASE_NAME) ?? []) {
      const request = new Request(url);
      const data =
        typeof route.loader === 'function' &&
        route.loader({ request, params, context, url, pattern: route.path ?? '' });
      // A failure is ignored here, because the navigation itself reports it.
      Promise.all([loadRouteModule(route), data]).catch(() => {});
    }
  };
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, prefetch, { passive: true });

  // Moves the focus to the content after a navigation, as a new document does, so that screen readers start there.
  let pathname = location.pathname;
  router.subscribe(({ navigation, location }) => {
    if (navigation.state !== 'idle' || location.pathname === pathname) return;
    pathname = location.pathname;
    if (!location.hash) requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }));
  });
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** The URL of the link that was clicked, if it is a page of this site that opens in this window. */
function pageUrl(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null;
  // Reads attributes, because the properties of SVG links, as in the county map, are not strings.
  const [href, frame] = [link?.getAttribute('href'), link?.getAttribute('target')];
  if (!href || link?.hasAttribute('download') || (frame && frame !== '_self')) return null;
  const url = new URL(href, location.href);
  const isPage =
    url.origin === location.origin &&
    isInLanguage(url.pathname) &&
    !url.pathname.startsWith('/api/') &&
    !/\.\w+$/.test(url.pathname);
  return isPage ? url : null;
}
