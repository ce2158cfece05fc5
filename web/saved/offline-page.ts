import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import { getJson, type Page } from '#web/base/api/api.ts';
import { LANGUAGE, localPath } from '#web/base/i18n/language.ts';
import { escapeHtml } from '#web/base/ui/html.ts';

/** A change of the form of the page gets another number. */
const OFFLINE_CACHE = 'offline-1';
/** Where the service worker, which can import nothing, looks for it. */
const OFFLINE_PAGE = '/offline';
const MAX_LISTINGS = 50;

/**
 * Writes the page that the service worker shows without a connection, with what is saved in this browser. Everything in it is public.
 * @param ids of the listings; none for an account, whose list is not left in a browser
 */
export async function keepOfflinePage(ids: readonly number[]): Promise<void> {
  if (!('serviceWorker' in navigator && 'caches' in window)) return;
  const cache = await caches.open(OFFLINE_CACHE);
  const shown = ids.slice(0, MAX_LISTINGS);
  const version = `${LANGUAGE} ${shown}`;
  if ((await cache.match(OFFLINE_PAGE))?.headers.get('etag') === version) return;
  const listings = shown.length > 0 ? ((await getJson(`/api/ads?ids=${shown}`)) as Page<Listing>).items : [];
  const headers = { 'content-type': 'text/html; charset=utf-8', etag: version };
  await cache.put(OFFLINE_PAGE, new Response(toDocument(listings), { headers }));
  await navigator.serviceWorker.register('/push-worker.js');
}

/** The site has no styles without a connection, so the page has its own. */
const STYLES = `:root{color-scheme:light dark;font:17px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:40rem;padding:2rem 1rem;background:light-dark(#fffdf8,#14191f);color:light-dark(#1d2733,#e8ecf1)}
a{display:inline-flex;min-height:2.75rem;align-items:center;color:light-dark(#0b5d7a,#7cc7e0)}
ul{list-style:none;padding:0}li{border-top:1px solid light-dark(#d9d4c7,#39424d);padding:.75rem 0}p{margin:.25rem 0}`;

const toDocument = (listings: Listing[]) => `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(t('You’re offline'))}</title><style>${STYLES}</style></head><body><main>
<h1>${escapeHtml(t('You’re offline'))}</h1>
<p>${escapeHtml(t('This page needs a connection.'))}</p>
<p><a href="">${escapeHtml(t('Try again'))}</a></p>
${listings.length > 0 ? `<h2>${escapeHtml(t('Saved on this device'))}</h2><ul>${listings.map(toItem).join('')}</ul>` : ''}
</main></body></html>`;

const toItem = ({ id, title, tel, address, city }: Listing) =>
  `<li><strong>${escapeHtml(title)}</strong><p>${escapeHtml([address, city.name].filter(Boolean).join(', '))}</p>${
    tel ? `<a href="${escapeHtml(tel)}">${escapeHtml(t('Call'))}</a> ` : ''
  }<a href="${localPath(`/ads/${id}`)}">${escapeHtml(t('Page'))}</a></li>`;
