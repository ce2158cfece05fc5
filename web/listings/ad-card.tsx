import { ArrowUpRight } from 'lucide-react';
import type { Ad } from '#contract/listings.ts';
import { CategoryIcon } from '../art/category-icon.tsx';
import { recordEvent } from '../shell/data-layer.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { AdMarks } from './ad-marks.tsx';
import { AdPicture } from './ad-picture.tsx';
import { adPlace } from './ad-place.ts';
import { useImpression } from './impression.ts';

/** A listing as a card: its picture, three facts and a line. It leads to the business's website, or else to the listing. */
export function AdCard({ ad }: { ad: Ad }) {
  const seen = useImpression(ad);
  return (
    <Card as="article" interactive edge={ad.isFeatured} className="group flex h-full flex-col">
      <div ref={seen} className="relative">
        <AdPicture ad={ad} className="aspect-video w-full" />
        <span className="absolute -bottom-5 left-4 grid size-10 place-items-center rounded-full border bg-card text-pacific">
          <CategoryIcon name={ad.category.icon} className="size-5" />
        </span>
      </div>
      <div className="flex grow flex-col p-4 pt-8">
        <h3 className="line-clamp-2 text-lg">
          <AdLink ad={ad} />
        </h3>
        <p className="mt-1 text-muted text-sm">
          {ad.category.name} · {adPlace(ad)}
        </p>
        <p className="mt-3 line-clamp-2">{ad.description}</p>
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-4">
          <AdMarks ad={ad} />
          {ad.businessUrl && (
            <a
              href={`/ads/${ad.id}`}
              className="link relative -my-2 ml-auto inline-flex min-h-11 items-center font-semibold text-sm"
            >
              Details<span className="sr-only"> of {ad.title}</span>
            </a>
          )}
        </div>
      </div>
    </Card>
  );
}

function AdLink({ ad }: { ad: Ad }) {
  const { id, title, businessUrl: url } = ad;
  if (!url) {
    return (
      <a href={`/ads/${id}`} className="cover-link group-hover:text-pacific">
        {title}
      </a>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      onClick={() => recordEvent('ad_click', { id, title, url })}
      className="cover-link group-hover:text-pacific"
    >
      {title}
      <ArrowUpRight aria-hidden="true" className="ml-1 inline size-[0.9em] align-baseline" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Cards that are still loading. */
export function AdCardSkeletons({ count, className }: { count: number; className?: string }) {
  return (
    <SkeletonGroup label="Loading featured ads…" className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Card key={index} className="flex flex-col">
          <Skeleton className="aspect-video w-full rounded-none" />
          <div className="p-4 pt-8">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="mt-2 h-4 w-3/5" />
            <Skeleton className="mt-4 h-4 w-full" />
            <Skeleton className="mt-3 h-4 w-2/3" />
            <Skeleton className="mt-5 h-7 w-24 rounded-full" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}
