import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AdSlotName } from '#contract/ad-slots.ts';
import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { onImpression } from '#web/base/tracking/on-impression.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { track } from '#web/base/tracking/track.ts';
import { pickHouseAd } from './house-ads.ts';

/**
 * A slot for a display ad with a fixed size (ad-slot.css). It shows a house ad until a third party has filled it, which needs
 * configuration and consent. Tracks impressions, and clicks on house ads.
 * @param shape `horizontal` and `banner` are 728 × 90, on phones 320 × 100, and the banner is marked 'ADVERTISEMENT';
 *   `rectangle` is 300 × 250; `strip` the same, on phones 320 × 100; `vertical` 300 × 600, in view while its column
 *   scrolls, on large screens only
 */
export function AdSlot({
  name,
  shape,
  className,
}: {
  name: AdSlotName;
  shape: 'horizontal' | 'vertical' | 'rectangle' | 'strip' | 'banner';
  className?: string;
}) {
  const slotRef = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const site = useSite();
  const houseAd = pickHouseAd(name, pathname);
  useEffect(() => {
    const slot = slotRef.current as HTMLElement;
    const controller = new AbortController();
    if (site.adsClientId) {
      // Where an ad blocker refuses the module, the house ad remains.
      import('#web/base/tracking/display-ads.ts').then(
        ({ offerSlot }) => offerSlot(slot, controller.signal),
        () => {},
      );
    }
    const stopObserving = onImpression(slot, () => {
      track({ kind: 'slot', slot: name });
      recordEvent('cpm_ad_impression', { ad_slot: name, page_path: pathname });
    });
    return () => {
      controller.abort();
      stopObserving();
    };
  }, [name, pathname, site]);
  return (
    <figure className={clsx('no-print ad-slot', shape, className)}>
      <figcaption>
        {shape === 'banner' ? (
          t('ADVERTISEMENT')
        ) : (
          <>
            <span>{t('From {site}', { site: site.name })}</span>
            <span>{t('Advertisement')}</span>
          </>
        )}
      </figcaption>
      <div ref={slotRef}>
        <a
          href={houseAd.href}
          className={houseAd.tone}
          {...onLinkOpen(() => track({ kind: 'slot-click', slot: name }))}
        >
          <img src={`/postcards/${houseAd.picture}.svg`} alt="" width={640} height={400} loading="lazy" />
          <strong>{houseAd.title}</strong>
          <span>{houseAd.text}</span>
          <b>{houseAd.action}</b>
        </a>
      </div>
    </figure>
  );
}
