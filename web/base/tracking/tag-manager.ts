import { loadScript } from './load-script.ts';

const HOST = 'https://www.googletagmanager.com';

/**
 * Loads a tag manager for past and future events of `window.dataLayer`. A container (`GTM-…`) reads the events itself; for a
 * Google tag (`G-…`) each event is forwarded, because gtag.js only reads commands. It gets URLs without their query.
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
    anonymize_ip: true,
    send_page_view: false,
    // Google signals would need further hosts in the content security policy.
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
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
    // gtag.js pushes its own events to the same array.
    if (!event || event.startsWith('gtm.')) return;
    gtag('event', event, { ...details, ...getPageFields() });
  }
}

/** The URLs of the page and its referrer without query strings, which may contain secrets such as those of a payment. */
const getPageFields = () => ({
  page_location: stripQuery(location.href),
  page_referrer: stripQuery(document.referrer),
});

function stripQuery(address: string): string {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname : '';
}
