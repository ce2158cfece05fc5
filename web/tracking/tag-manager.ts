import { loadScript } from './load-script.ts';

const HOST = 'https://www.googletagmanager.com';

/**
 * Loads a tag manager for what is in `window.dataLayer`, and will be: a container (`GTM-…`) reads it by itself; to a Google tag
 * (`G-…`) each event is told, since gtag.js heeds commands alone. It gets no address but the page's path.
 */
export function startTagManager(id: string): void {
  window.dataLayer ??= [];
  if (id.startsWith('GTM-')) {
    window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    loadScript(`${HOST}/gtm.js?id=${id}`);
  } else {
    startGoogleTag(id, window.dataLayer);
    loadScript(`${HOST}/gtag/js?id=${id}`);
  }
}

/** https://developers.google.com/tag-platform/gtagjs/reference */
function startGoogleTag(id: string, layer: object[]) {
  const recorded = [...layer];
  gtag('js', new Date());
  gtag('config', id, {
    ...{ anonymize_ip: true, send_page_view: false },
    // Without these it needs no host but those of the security policy.
    ...{ allow_google_signals: false, allow_ad_personalization_signals: false },
    ...getPageFields(),
  });
  for (const entry of recorded) forward(entry);
  const push = layer.push;
  layer.push = (...entries) => {
    const length = push.apply(layer, entries);
    for (const entry of entries) forward(entry);
    return length;
  };

  function gtag(..._command: unknown[]) {
    // biome-ignore lint/complexity/noArguments: gtag.js takes only these for a command, and no array.
    layer.push(arguments);
  }

  function forward(entry: object) {
    const { event, ...details } = entry as { event?: string };
    // gtag.js puts events of its own there.
    if (!event || event.startsWith('gtm.')) return;
    gtag('event', event, { ...details, ...getPageFields() });
  }
}

/** Where the visitor is and came from, without what an address may hold besides, such as the secret of a payment. */
const getPageFields = () => ({
  page_location: stripQuery(location.href),
  page_referrer: stripQuery(document.referrer),
});

function stripQuery(address: string): string {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname : '';
}
