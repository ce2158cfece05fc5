import { createRoot } from 'react-dom/client';
import type { Site } from '#contract/site.ts';
import { ConsentBar } from './consent-bar.tsx';
import { startDisplayAds } from './display-ads.ts';
import { choiceOf, choose, sendsPrivacySignal, watchChoice } from './privacy-choice.ts';
import { startTagManager } from './tag-manager.ts';

/**
 * Asks the visitor about the third parties that are configured, and loads them after a yes; the Global Privacy Control is a
 * no. Whoever takes a yes back gets the page anew, without them and without their cookies. Loaded itself only where
 * there is one.
 */
export async function askAboutThirdParties(site: Site): Promise<void> {
  // Who cannot be asked has not agreed.
  const signal = await sendsPrivacySignal().catch(() => null);
  if (signal === null) return;
  const bar = createBar();
  let running = false;

  const heed = () => {
    const choice = choiceOf(site);
    const agreed = choice?.agreed === true && !signal;
    if (running && !agreed) return location.reload();
    if (agreed && !running) load(site);
    running = agreed;
    if (!agreed) forgetCookies();
    const isOpen = choice === null || (signal && choice.agreed);
    bar.render(isOpen && <ConsentBar site={site} signal={signal} onChoose={(yes) => answer(site, yes)} />);
  };
  heed();
  watchChoice(() => {
    // What was recorded before a yes is nothing that they were to hear of.
    if (!running && window.dataLayer) window.dataLayer.length = 0;
    heed();
  });
}

function load({ measurementId, adsClientId }: Site) {
  if (measurementId) startTagManager(measurementId);
  if (adsClientId) startDisplayAds(adsClientId);
}

function answer(site: Site, agreed: boolean) {
  // The button goes with the bar: whoever was on it reads on at the page.
  document.getElementById('main')?.focus({ preventScroll: true });
  choose(site, agreed);
}

/** A place for the bar before the page: first for the keyboard, at the foot for the eye, and read out when it is filled. */
function createBar() {
  const place = document.createElement('div');
  place.ariaLive = 'polite';
  document.body.prepend(place);
  return createRoot(place);
}

// Google's, of Analytics and of ads: https://policies.google.com/technologies/cookies.
const COOKIES = /(?:^|; )((?:_ga|_gid|_gcl|__gads|__gpi|__eoi)[^=]*)=/g;

/** Throws away what third parties left under our address when they were agreed to. */
function forgetCookies() {
  const parts = location.hostname.split('.');
  const domains = parts.map((_, index) => `; Domain=${parts.slice(index).join('.')}`);
  for (const [, name] of document.cookie.matchAll(COOKIES)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that people use.
    for (const domain of ['', ...domains]) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
}
