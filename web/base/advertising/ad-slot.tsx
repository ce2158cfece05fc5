import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AdSlotName, SlotAd } from '#contract/advertising/ad-slots.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { onImpression } from '#web/base/tracking/on-impression.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { track } from '#web/base/tracking/track.ts';
import { pickHouseAd } from './house-ads.ts';

/**
 * A slot for a display ad with a fixed size (ad-slot.css). It shows what an advertiser booked; or else a house ad until a third party has
 * filled it, which needs configuration and consent. Tracks impressions, and clicks on booked and house ads.
 * @param page whose slots the API fills, as `queries.slotAds` takes it
 * @param bookedOnly leaves the slot out where nobody booked it
 * @param shape `horizontal` and `banner` are 728 × 90, on phones 320 × 100, and the banner is marked 'ADVERTISEMENT';
 *   `rectangle` is 300 × 250; `strip` the same, on phones 320 × 100; `vertical` 300 × 600, in view while its column
 *   scrolls, on large screens only
 */
export function AdSlot({
  name,
  page,
  shape,
  bookedOnly,
  className,
}: {
  name: AdSlotName;
  page: string;
  shape: 'horizontal' | 'vertical' | 'rectangle' | 'strip' | 'banner';
  bookedOnly?: boolean;
  className?: string;
}) {
  const { data } = useQuery(queries.slotAds(page));
  const ad = data?.items.find(({ slot }) => slot === name);
  const booking = ad?.booking;
  const slotRef = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const site = useSite();
  const houseAd = pickHouseAd(name, pathname);
  useEffect(() => {
    const slot = slotRef.current;
    if (!slot) return;
    const controller = new AbortController();
    if (site.adsClientId && !booking) {
      // Where an ad blocker refuses the module, the house ad remains.
      import('#web/base/tracking/display-ads.ts').then(
        ({ offerSlot }) => offerSlot(slot, controller.signal),
        () => {},
      );
    }
    const stopObserving = onImpression(slot, () => {
      track({ kind: 'slot', slot: name, booking });
      recordEvent('cpm_ad_impression', { ad_slot: name, page_path: pathname });
    });
    return () => {
      controller.abort();
      stopObserving();
    };
  }, [name, pathname, site, booking]);
  if (bookedOnly && !ad) return null;
  return (
    <figure className={clsx('no-print ad-slot', shape, className)}>
      <figcaption>
        {shape === 'banner' ? (
          t('ADVERTISEMENT')
        ) : (
          <>
            {!ad && <span>{t('From {site}', { site: site.name })}</span>}
            <span>{t('Advertisement')}</span>
          </>
        )}
      </figcaption>
      <div ref={slotRef}>
        {ad ? (
          <BookedAd ad={ad} />
        ) : (
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
        )}
      </div>
    </figure>
  );
}

/** The picture of an advertiser, or a frame in which nothing runs; the link covers both. */
function BookedAd({ ad: { slot, booking, link, description, picture, phonePicture, frame } }: { ad: SlotAd }) {
  return (
    <>
      {frame && <iframe src={frame} title={description} sandbox="" inert loading="lazy" />}
      <a
        href={link}
        target="_blank"
        rel="sponsored noopener"
        className="booked"
        {...onLinkOpen(() => track({ kind: 'slot-click', slot, booking }))}
      >
        {picture ? (
          <picture>
            {phonePicture && <source media="(width < 48rem)" srcSet={phonePicture.srcSet} sizes="320px" />}
            <img {...picture} alt={description} sizes="(width < 48rem) 320px, 728px" loading="lazy" />
          </picture>
        ) : (
          <span className="sr-only">{description}</span>
        )}
        <span className="sr-only"> {t('(opens in a new tab)')}</span>
      </a>
    </>
  );
}
