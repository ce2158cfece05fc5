import type { PlaceLink } from '#contract/places.ts';
import { isCounty } from '../art/counties.ts';

/** How large the pictures are that stand for pages where they are shared, in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;

/** The picture that stands for a page where it is shared: its county's, or all of Southern California's. */
export function shareImageOf(county?: PlaceLink | null): { path: string; alt: string } {
  if (county && isCounty(county.slug)) {
    return { path: `/share/${county.slug}.jpg`, alt: `A drawn view of ${county.name}` };
  }
  return { path: '/og.png', alt: 'A beach at sunset, and the words “Southern California’s local pages”' };
}
