import { loadScript } from '../tracking/load-script.ts';

declare global {
  interface Window {
    adsbygoogle?: object[];
  }
}

const started = Promise.withResolvers<string>();

/** Loads display ads for the slots that are and will be offered. */
export function startDisplayAds(clientId: string): void {
  loadScript(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${clientId}`);
  started.resolve(clientId);
}

/**
 * Offers a slot: once display ads have started and it is near the window, a unit of its size is put beneath what the slot shows,
 * and takes its place when it is filled (ad-slot.css). Until then, and where it never is, nothing changes.
 * @param signal ends the offer, and takes the unit away
 */
export async function offerSlot(slot: HTMLElement, signal: AbortSignal): Promise<void> {
  const clientId = await started.promise;
  if (signal.aborted) return;
  const unit = document.createElement('ins');
  signal.addEventListener('abort', () => {
    nearby.disconnect();
    unit.remove();
  });
  // One that small screens do not show is never near.
  const nearby = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      nearby.disconnect();
      fillSlot(unit, slot, clientId);
    },
    { rootMargin: '400px' },
  );
  nearby.observe(slot);
}

/** https://support.google.com/adsense/answer/9274516, of a fixed size. */
function fillSlot(unit: HTMLElement, slot: HTMLElement, clientId: string) {
  unit.className = 'adsbygoogle';
  unit.dataset.adClient = clientId;
  unit.style.cssText = `display: inline-block; width: ${slot.clientWidth}px; height: ${slot.clientHeight}px`;
  slot.append(unit);
  window.adsbygoogle ??= [];
  window.adsbygoogle.push({});
}
