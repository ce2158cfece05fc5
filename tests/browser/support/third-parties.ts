import type { Page } from '@playwright/test';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { test as base } from './fixtures.ts';
import { type Program, startProgram } from './program.ts';

/** The client id of display ads. */
export const ADS_CLIENT_ID = 'ca-pub-1234567890123456';
/** The origin of tag manager scripts. */
export const TAG_MANAGER_URL = 'https://www.googletagmanager.com/';
const ANALYTICS_URL = 'https://region1.google-analytics.com/g/collect';
/** The origin of display ads. */
export const DISPLAY_ADS_URL = 'https://pagead2.googlesyndication.com/';
const AD_FRAME_URL = 'https://googleads.g.doubleclick.net/pagead/ads';

/** The test of `fixtures.ts` on a second process of the site with ids of third parties, and stubs of their scripts. */
export const test = base.extend<{
  measurementId: string;
  program: Pick<Program, 'origin'>;
  sent: TagManagerEvent[];
  fills: boolean;
}>({
  measurementId: ['G-TEST12345', { option: true }],
  program: [
    async ({ getPerWorker, measurementId }, use) =>
      use(await getPerWorker(`program ${measurementId}`, () => startProgramWith(measurementId))),
    { timeout: scaleTimeout(60_000) },
  ],
  baseURL: ({ program }, use) => use(program.origin),
  /** Whether the ad network fills the slots. */
  fills: [true, { option: true }],
  sent: async ({ context, fills }, use) => {
    const sent: TagManagerEvent[] = [];
    const javascript = (body: string) => ({ contentType: 'text/javascript', body });
    await context.route(`${TAG_MANAGER_URL}gtag/js?*`, (route) => route.fulfill(javascript(GTAG_STUB)));
    await context.route(`${TAG_MANAGER_URL}gtm.js?*`, (route) => route.fulfill(javascript(GTM_STUB)));
    await context.route(`${ANALYTICS_URL}?*`, async (route, request) => {
      sent.push(JSON.parse(request.postData() ?? ''));
      await route.fulfill({ status: 204 });
    });
    await context.route(`${DISPLAY_ADS_URL}**`, (route) =>
      route.fulfill(javascript(fills ? FILLED_ADS_STUB : UNFILLED_ADS_STUB)),
    );
    await context.route(`${AD_FRAME_URL}*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Buy soap.</p>' }),
    );
    await use(sent);
  },
});

async function startProgramWith(measurementId: string) {
  const program = await startProgram(process.env.SITE_DATA_DIR as string, {
    // Links in its emails lead to the site of the other tests.
    ORIGIN: process.env.SITE_ORIGIN as string,
    GA_MEASUREMENT_ID: measurementId,
    ADS_CLIENT_ID: ADS_CLIENT_ID,
  });
  return { origin: program.origin, close: () => program.stop() };
}

/** An event that the tag manager stub has sent. */
export interface TagManagerEvent {
  event: string;
  page_location?: string;
  [detail: string]: unknown;
}

// Like gtag.js, the first stub handles only commands, which are `arguments` objects; like gtm.js, the second one only events.
const GTAG_STUB = createDataLayerReader(`if (String(entry) !== '[object Arguments]') return;
  const [command, event, details] = entry;
  if (command === 'config') { window.configured = [event, details]; return; }
  if (command !== 'event') return;`);
const GTM_STUB = createDataLayerReader('if (!entry.event) return; const { event, ...details } = entry;');

function createDataLayerReader(handler: string) {
  return `(() => {
  const read = (entry) => {
    ${handler}
    fetch('${ANALYTICS_URL}?v=2', { method: 'POST', mode: 'no-cors', body: JSON.stringify({ event, ...details }) });
  };
  const { push } = dataLayer;
  dataLayer.push = (...entries) => { push.apply(dataLayer, entries); entries.forEach(read); };
  [...dataLayer].forEach(read);
  dataLayer.push({ event: 'gtm.dom' });
  document.cookie = '_ga=GA1.1.1.1; Path=/; Max-Age=1000';
})();`;
}

const FILLED_ADS_STUB =
  createAdsScript(`unit.innerHTML = '<iframe title="Advertisement" src="${AD_FRAME_URL}?1" width="100%" height="100%"></iframe>';
  unit.dataset.adStatus = 'filled';`);
const UNFILLED_ADS_STUB = createAdsScript(`unit.dataset.adStatus = 'unfilled'; unit.style.height = '0px';`);

function createAdsScript(onRequest: string) {
  return `(() => {
  const request = () => {
    const unit = document.querySelector('ins.adsbygoogle:not([data-adsbygoogle-status])');
    if (!unit.offsetWidth) throw new Error('No slot size');
    unit.dataset.adsbygoogleStatus = 'done';
    ${onRequest}
  };
  const waiting = window.adsbygoogle ?? [];
  window.adsbygoogle = { push: request };
  waiting.forEach(request);
})();`;
}

/** The errors of `page` after consent to third parties. */
export const THIRD_PARTY_REQUESTS =
  /leaves the site: https:\/\/(www\.googletagmanager|region1\.google-analytics|pagead2\.googlesyndication|googleads\.g\.doubleclick)\./;
/** The bar that requests consent. */
export const getConsentBanner = (page: Page) => page.getByRole('region', { name: 'Privacy', exact: true });
