import type { PlacePage } from '#contract/places.ts';
import { Postcard } from '#web/base/art/postcard.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';

/** A picture of what a city looks like, or of the county of what is larger. */
export const PlacePostcard = ({ place, slug }: { place: PlacePage | undefined; slug: string }) =>
  place ? <Postcard county={place.scenery ?? place.county?.slug ?? ''} seed={slug.length} /> : <Skeleton />;
