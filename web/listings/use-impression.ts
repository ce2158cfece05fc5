import { type RefObject, useEffect, useRef } from 'react';
import type { Listing } from '#contract/listings.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { onImpression } from '#web/base/tracking/on-impression.ts';
import { track } from '#web/base/tracking/track.ts';

// The card that counts for each listing id: a page may show a listing twice, and only the first impression is recorded.
const countedCards = new Map<number, Element>();

/**
 * Records an impression when the card of a listing comes into view, once per page view. A listing without an id (a preview) is
 * not counted. Attach the returned ref to the card.
 */
export function useImpression<E extends Element>({ id, title, isFeatured }: Listing): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const card = ref.current;
    if (!id || !card) return;
    const stop = onImpression(card, () => {
      if (!countedCards.has(id)) countedCards.set(id, card);
      if (countedCards.get(id) !== card) return;
      track({ kind: 'impression', ad: id });
      if (isFeatured) recordEvent('ad_impression', { id, title });
    });
    return () => {
      stop();
      if (countedCards.get(id) === card) countedCards.delete(id);
    };
  }, [id, title, isFeatured]);
  return ref;
}
