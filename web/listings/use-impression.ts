import { type RefObject, useEffect, useRef } from 'react';
import type { Listing } from '#contract/listings.ts';
import { recordEvent } from '../tracking/data-layer.ts';
import { onImpression } from '../tracking/on-impression.ts';
import { track } from '../tracking/track.ts';

// A page may show a listing twice: the card that was seen first counts.
const countedCards = new Map<number, Element>();

/**
 * Counts that a listing was in view, once for each time that a page is shown; not one without a number, a preview. Put the
 * ref on its card.
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
