import { loadScript } from './load-script.ts';

declare global {
  interface Window {
    adsbygoogle?: object[];
  }
}

const clientIdPromise = Promise.withResolvers<string>();

/** Loads the script of display ads, for the slots offered so far and later. */
export function startDisplayAds(clientId: string): void {
  loadScript(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${clientId}`);
  clientIdPromise.resolve(clientId);
}

/**
 * Offers a slot to display ads: once they have started and the slot is near the viewport, an ad unit of its size is placed
 * behind the house ad, and replaces it when it is filled (ad-slot.css).
 * @param signal withdraws the offer and removes the unit
 */
export async function offerSlot(slot: HTMLElement, signal: AbortSignal): Promise<void> {
  const clientId = await clientIdPromise.promise;
  if (signal.aborted) return;
  const unit = document.createElement('ins');
  signal.addEventListener('abort', () => {
    observer.disconnect();
    unit.remove();
  });
  // A slot that is hidden on small screens never intersects.
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      fillSlot(unit, slot, clientId);
    },
    { rootMargin: '400px' },
  );
  observer.observe(slot);
}

/** Requests an ad of a fixed size: https://support.google.com/adsense/answer/9274516 */
function fillSlot(unit: HTMLElement, slot: HTMLElement, clientId: string) {
  unit.className = 'adsbygoogle';
  unit.dataset.adClient = clientId;
  unit.style.cssText = `display: inline-block; width: ${slot.clientWidth}px; height: ${slot.clientHeight}px`;
  slot.append(unit);
  window.adsbygoogle ??= [];
  window.adsbygoogle.push({});
}
