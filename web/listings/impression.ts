import { useEffect, useRef } from 'react';
import type { Ad } from '#contract/listings.ts';
import { recordEvent } from '../shell/data-layer.ts';

/** Records once that a featured listing was in view; not of one without a number, a preview. Put the ref on its card. */
export function useImpression({ id, title, isFeatured }: Ad) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFeatured || !id || !ref.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        recordEvent('ad_impression', { id, title });
      },
      { threshold: 0.5 },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [id, title, isFeatured]);
  return ref;
}
