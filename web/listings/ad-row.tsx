import { ChevronRight } from 'lucide-react';
import type { Ad } from '#contract/listings.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { AdMarks } from './ad-marks.tsx';
import { AdPicture } from './ad-picture.tsx';
import { adPlace } from './ad-place.ts';
import { PostedOn } from './posted-on.tsx';

/** Listings as rows of a column, each leading to its own page. */
export function AdRows({ ads }: { ads: Ad[] }) {
  return (
    <ul className="divide-y border-b">
      {ads.map((ad) => (
        <AdRow key={ad.id} ad={ad} />
      ))}
    </ul>
  );
}

function AdRow({ ad }: { ad: Ad }) {
  return (
    <li className="group relative flex gap-4 rounded-card py-4">
      <AdPicture ad={ad} className="h-16 w-20 shrink-0 rounded-field sm:h-20 sm:w-28" />
      <div className="min-w-0 grow sm:flex sm:gap-6">
        <div className="min-w-0 grow">
          <h3 className="line-clamp-2 text-lg group-hover:text-pacific">{ad.title}</h3>
          <p className="mt-1 text-muted text-sm">
            {ad.category.name} · {adPlace(ad)}
          </p>
          <p className="mt-1 line-clamp-1 text-sm">{ad.description}</p>
        </div>
        <div className="mt-2 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm sm:mt-0 sm:flex-col sm:items-end sm:justify-between">
          <span className="flex flex-wrap items-center gap-2 sm:justify-end">
            <AdMarks ad={ad} />
            <PostedOn at={ad.createdAt} />
          </span>
          <a href={`/ads/${ad.id}`} className="cover-link inline-flex items-center gap-0.5 font-semibold text-pacific">
            View Details
            <span className="sr-only"> of {ad.title}</span>
            <ChevronRight aria-hidden="true" className="size-4" />
          </a>
        </div>
      </div>
    </li>
  );
}

/** Rows that are still loading. */
export function AdRowSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading ads…" className="divide-y border-b">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <div key={index} className="flex gap-4 py-4">
          <Skeleton className="h-16 w-20 shrink-0 sm:h-20 sm:w-28" />
          <div className="grow">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-2.5 h-4 w-2/5" />
            <Skeleton className="mt-2 h-4 w-4/5" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
