import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Postcard } from '../art/postcard.tsx';
import { queries } from '../queries.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';

const grid = 'grid gap-3 min-[26rem]:grid-cols-2 lg:grid-cols-4 lg:gap-5';

/** The eight counties as small cards with the number of their listings. */
export function CountyLinks() {
  const { data } = useQuery(queries.counties());
  if (!data) {
    return (
      <SkeletonGroup label="Loading counties…" className={grid}>
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
          <Card key={index}>
            <Skeleton className="h-24 w-full rounded-none" />
            <div className="p-4">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="mt-2 h-4 w-1/2" />
            </div>
          </Card>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul className={grid}>
      {data.items.map(({ id, name, slug, count }) => (
        <Card key={id} as="li" interactive className="group">
          <Postcard county={slug} seed={id} className="h-24 w-full object-cover" />
          <div className="flex items-center justify-between gap-2 p-4">
            <div>
              <h3 className="text-lg">
                <a href={`/county/${slug}`} className="cover-link group-hover:text-pacific">
                  {name}
                </a>
              </h3>
              <p className="text-muted text-sm tabular-nums">{count.toLocaleString('en-US')} listings</p>
            </div>
            <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-pacific" />
          </div>
        </Card>
      ))}
    </ul>
  );
}
