import { useEffect } from 'react';
import type { Site } from '#contract/site.ts';
import { useSite } from '#web/base/api/site.tsx';
import { ConsentBar } from './consent-bar.tsx';
import { startDisplayAds } from './display-ads.ts';
import { savePrivacyChoice, usePrivacyChoice, usePrivacySignal } from './privacy-choice.ts';
import { startTagManager } from './tag-manager.ts';

/**
 * Shows the consent bar, and loads the configured third parties after consent. The Global Privacy Control counts as a
 * refusal, and nothing is loaded before it is known. Withdrawing consent reloads the page without third parties and deletes
 * their cookies.
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
      hasSignal={signal}
      onChoose={(agreed) => {
        // The focused button disappears with the bar, so the focus moves to the content.
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
    // Events from before the consent are not passed on.
    if (loadState === 'refused' && window.dataLayer) window.dataLayer.length = 0;
    loadState = 'running';
    if (site.measurementId) startTagManager(site.measurementId);
    if (site.adsClientId) startDisplayAds(site.adsClientId);
  } else {
    loadState = 'refused';
    deleteThirdPartyCookies();
  }
}

// The cookies of Google Analytics and Google ads: https://policies.google.com/technologies/cookies.
const COOKIES = /(?:^|; )((?:_ga|_gid|_gcl|__gads|__gpi|__eoi)[^=]*)=/g;

/** Deletes the cookies that third parties set on our domain. */
function deleteThirdPartyCookies() {
  const parts = location.hostname.split('.');
  const domains = parts.map((_, index) => `; Domain=${parts.slice(index).join('.')}`);
  for (const [, name] of document.cookie.matchAll(COOKIES)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that people use.
    for (const domain of ['', ...domains]) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
}
