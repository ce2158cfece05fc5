import { type RefObject, useEffect, useRef } from 'react';
import type { Ad } from '#contract/listings.ts';
import { recordEvent } from '../tracking/data-layer.ts';
import { whenSeen } from '../tracking/on-impression.ts';
import { measure } from '../tracking/track.ts';

// A page may show a listing twice: the card that was seen first counts.
const counting = new Map<number, Element>();

/**
 * Counts that a listing was in view, once for each time that a page is shown; not one without a number, a preview. Put the
 * ref on its card.
 */
export function useImpression<E extends Element>({ id, title, isFeatured }: Ad): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const card = ref.current;
    if (!id || !card) return;
    const stop = whenSeen(card, () => {
      if (!counting.has(id)) counting.set(id, card);
      if (counting.get(id) !== card) return;
      measure({ kind: 'impression', ad: id });
      if (isFeatured) recordEvent('ad_impression', { id, title });
    });
    return () => {
      stop();
      if (counting.get(id) === card) counting.delete(id);
    };
  }, [id, title, isFeatured]);
  return ref;
}
