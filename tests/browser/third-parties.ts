import type { Page } from '@playwright/test';
import { type Program, startProgram } from './program.ts';
import { test as base } from './site.ts';

/** Of display ads. */
export const CLIENT = 'ca-pub-1234567890123456';
/** Where tag managers come from. */
export const TAG = 'https://www.googletagmanager.com/';
const ANALYTICS = 'https://region1.google-analytics.com/g/collect';
/** Where display ads come from. */
export const ADS = 'https://pagead2.googlesyndication.com/';
const FRAME = 'https://googleads.g.doubleclick.net/pagead/ads';

/** A second process of the site under test, with these ids of third parties; scripts that stand in for theirs. */
export const test = base.extend<
  { sent: Sent[]; fills: boolean },
  { measurementId: string; program: Pick<Program, 'origin'> }
>({
  measurementId: ['G-TEST12345', { option: true, scope: 'worker' }],
  program: [
    async ({ measurementId }, use) => {
      const program = await startProgram(process.env.SITE_DATA_DIR as string, {
        // What it mails leads to the site that the other tests are at.
        ORIGIN: process.env.SITE_ORIGIN as string,
        GA_MEASUREMENT_ID: measurementId,
        ADS_CLIENT_ID: CLIENT,
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ program }, use) => use(program.origin),
  /** Whether there are ads for our slots. */
  fills: [true, { option: true }],
  sent: async ({ context, fills }, use) => {
    const sent: Sent[] = [];
    const javascript = (body: string) => ({ contentType: 'text/javascript', body });
    await context.route(`${TAG}gtag/js?*`, (route) => route.fulfill(javascript(GTAG)));
    await context.route(`${TAG}gtm.js?*`, (route) => route.fulfill(javascript(GTM)));
    await context.route(`${ANALYTICS}?*`, async (route, request) => {
      sent.push(JSON.parse(request.postData() ?? ''));
      await route.fulfill({ status: 204 });
    });
    await context.route(`${ADS}**`, (route) => route.fulfill(javascript(fills ? ADS_FILL : ADS_STAY_AWAY)));
    await context.route(`${FRAME}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Buy soap.</p>' }));
    await use(sent);
  },
});

/** An event as a tag manager sends it on. */
export interface Sent {
  event: string;
  page_location?: string;
  [detail: string]: unknown;
}

// As gtag.js, it heeds nothing but commands, which are `arguments` objects; as gtm.js, nothing but events.
const GTAG = layerReader(`if (String(entry) !== '[object Arguments]') return;
  const [command, event, details] = entry;
  if (command === 'config') { window.configured = [event, details]; return; }
  if (command !== 'event') return;`);
const GTM = layerReader('if (!entry.event) return; const { event, ...details } = entry;');

function layerReader(heed: string) {
  return `(() => {
  const read = (entry) => {
    ${heed}
    fetch('${ANALYTICS}?v=2', { method: 'POST', mode: 'no-cors', body: JSON.stringify({ event, ...details }) });
  };
  const { push } = dataLayer;
  dataLayer.push = (...entries) => { push.apply(dataLayer, entries); entries.forEach(read); };
  [...dataLayer].forEach(read);
  dataLayer.push({ event: 'gtm.dom' });
  document.cookie = '_ga=GA1.1.1.1; Path=/; Max-Age=1000';
})();`;
}

const ADS_FILL =
  adsScript(`unit.innerHTML = '<iframe title="Advertisement" src="${FRAME}?1" width="100%" height="100%"></iframe>';
  unit.dataset.adStatus = 'filled';`);
const ADS_STAY_AWAY = adsScript(`unit.dataset.adStatus = 'unfilled'; unit.style.height = '0px';`);

function adsScript(answer: string) {
  return `(() => {
  const ask = () => {
    const unit = document.querySelector('ins.adsbygoogle:not([data-adsbygoogle-status])');
    if (!unit.offsetWidth) throw new Error('No slot size');
    unit.dataset.adsbygoogleStatus = 'done';
    ${answer}
  };
  const waiting = window.adsbygoogle ?? [];
  window.adsbygoogle = { push: ask };
  waiting.forEach(ask);
})();`;
}

/** What `page` complains of where third parties are agreed to. */
export const leaving =
  /leaves the site: https:\/\/(www\.googletagmanager|region1\.google-analytics|pagead2\.googlesyndication|googleads\.g\.doubleclick)\./;
/** What asks for consent. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Privacy', exact: true });
