import { useEffect } from 'react';
import type { Site } from '#contract/site.ts';
import { startDisplayAds } from '../advertising/display-ads.ts';
import { useSite } from '../layout/site.tsx';
import { ConsentBar } from './consent-bar.tsx';
import { savePrivacyChoice, usePrivacyChoice, usePrivacySignal } from './privacy-choice.ts';
import { startTagManager } from './tag-manager.ts';

/**
 * Asks the visitor about the third parties that are configured, and loads them after a yes; the Global Privacy Control is a
 * no, and as long as nothing is known of it nobody has agreed. Whoever takes a yes back gets the page anew, without
 * them and without their cookies.
 * See docs/decisions/0038-third-party-scripts-after-consent.md.
 */
export function ThirdParties() {
  const site = useSite();
  const choice = usePrivacyChoice(site);
  const { data: signal } = usePrivacySignal();
  const isAgreed = signal === false && choice?.agreed === true;
  useEffect(() => {
    if (signal !== undefined) applyConsent(site, isAgreed);
  }, [site, signal, isAgreed]);
  if (signal === undefined || choice?.agreed === false || isAgreed) return null;
  return (
    <ConsentBar
      site={site}
      signal={signal}
      onChoose={(agreed) => {
        // The button goes with the bar: whoever was on it reads on at the page.
        document.getElementById('main')?.focus({ preventScroll: true });
        savePrivacyChoice(site, agreed);
      }}
    />
  );
}

let loadState: 'unknown' | 'refused' | 'running' = 'unknown';

function applyConsent(site: Site, isAgreed: boolean) {
  if (loadState === 'running') {
    if (!isAgreed) location.reload();
  } else if (isAgreed) {
    // What was recorded before the yes is nothing that they were to hear of.
    if (loadState === 'refused' && window.dataLayer) window.dataLayer.length = 0;
    loadState = 'running';
    if (site.measurementId) startTagManager(site.measurementId);
    if (site.adsClientId) startDisplayAds(site.adsClientId);
  } else {
    loadState = 'refused';
    deleteThirdPartyCookies();
  }
}

// Google's, of Analytics and of ads: https://policies.google.com/technologies/cookies.
const COOKIES = /(?:^|; )((?:_ga|_gid|_gcl|__gads|__gpi|__eoi)[^=]*)=/g;

/** Throws away what third parties left under our address when they were agreed to. */
function deleteThirdPartyCookies() {
  const parts = location.hostname.split('.');
  const domains = parts.map((_, index) => `; Domain=${parts.slice(index).join('.')}`);
  for (const [, name] of document.cookie.matchAll(COOKIES)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that people use.
    for (const domain of ['', ...domains]) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
}
