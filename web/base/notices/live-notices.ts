import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { getSessionStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { queries } from '#web/base/api/queries.ts';
import { toRoutePath } from '#web/base/i18n/language.ts';
import { selectNotices } from './notice-scopes.ts';
import { noticesHtml, toNoticeName } from './notices-html.ts';

const STORAGE_NAME = 'dismissed-notices';
// A page that is open for longer hears of a new notice when its visitor opens another one.
const STALE_MS = 60_000;

let isStarted = false;

/** Keeps the notices of the open page right: those of the page that a visitor navigates to, without those that they dismissed. */
export function startNotices(router: Pick<ReturnType<typeof createBrowserRouter>, 'subscribe'>, client: QueryClient) {
  const element = document.getElementById('notices');
  if (isStarted || !element) return;
  isStarted = true;
  const select = (pathname: string) =>
    selectNotices(client.getQueryData(queries.notices().queryKey)?.items ?? [], toRoutePath(pathname), client);
  // The server has written those of the page that was loaded, whoever dismissed which.
  let html = element.innerHTML && noticesHtml(select(getLoadedPath()));

  function render() {
    const dismissed = readDismissed();
    const next = noticesHtml(select(location.pathname).filter((notice) => !dismissed.includes(toNoticeName(notice))));
    if (next === html || !element) return;
    html = next;
    element.innerHTML = next;
  }

  render();
  client.getQueryCache().subscribe(({ type }) => type === 'updated' && render());
  router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return;
    void client.prefetchQuery({ ...queries.notices(), staleTime: STALE_MS });
    render();
  });
  document.addEventListener('click', ({ target }) => {
    const name = (target as Element).closest('[data-notice]')?.getAttribute('data-notice');
    if (!name) return;
    storeObject(getSessionStorage(), STORAGE_NAME, { names: [...readDismissed(), name] });
    render();
    document.getElementById('main')?.focus({ preventScroll: true });
  });
}

const getLoadedPath = () => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname;

function readDismissed(): string[] {
  const stored = readStoredObject(getSessionStorage(), STORAGE_NAME) as { names?: unknown } | null;
  return Array.isArray(stored?.names) ? stored.names : [];
}
