import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { type Program, startProgram } from './program.ts';

/** Of display ads. */
export const ADS_CLIENT_ID = 'ca-pub-1234567890123456';
/** Where tag managers come from. */
export const TAG_MANAGER_URL = 'https://www.googletagmanager.com/';
const ANALYTICS_URL = 'https://region1.google-analytics.com/g/collect';
/** Where display ads come from. */
export const DISPLAY_ADS_URL = 'https://pagead2.googlesyndication.com/';
const AD_FRAME_URL = 'https://googleads.g.doubleclick.net/pagead/ads';

/** A second process of the site under test, with these ids of third parties; scripts that stand in for theirs. */
export const test = base.extend<
  { sent: TagManagerEvent[]; fills: boolean },
  { measurementId: string; program: Pick<Program, 'origin'> }
>({
  measurementId: ['G-TEST12345', { option: true, scope: 'worker' }],
  program: [
    async ({ measurementId }, use) => {
      const program = await startProgram(process.env.SITE_DATA_DIR as string, {
        // What it mails leads to the site that the other tests are at.
        ORIGIN: process.env.SITE_ORIGIN as string,
        GA_MEASUREMENT_ID: measurementId,
        ADS_CLIENT_ID: ADS_CLIENT_ID,
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

/** An event as a tag manager sends it on. */
export interface TagManagerEvent {
  event: string;
  page_location?: string;
  [detail: string]: unknown;
}

// As gtag.js, it heeds nothing but commands, which are `arguments` objects; as gtm.js, nothing but events.
const GTAG_STUB = createDataLayerReader(`if (String(entry) !== '[object Arguments]') return;
  const [command, event, details] = entry;
  if (command === 'config') { window.configured = [event, details]; return; }
  if (command !== 'event') return;`);
const GTM_STUB = createDataLayerReader('if (!entry.event) return; const { event, ...details } = entry;');

function createDataLayerReader(heed: string) {
  return `(() => {
  const read = (entry) => {
    ${heed}
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

function createAdsScript(answer: string) {
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
export const THIRD_PARTY_REQUESTS =
  /leaves the site: https:\/\/(www\.googletagmanager|region1\.google-analytics|pagead2\.googlesyndication|googleads\.g\.doubleclick)\./;
/** What asks for consent. */
export const getConsentBanner = (page: Page) => page.getByRole('region', { name: 'Privacy', exact: true });
