import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { CategoryIcon } from '../art/category-icon.tsx';
import { queries } from '../queries.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';

const grid = 'grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-4';
const tile = 'flex min-h-16 items-center gap-3 rounded-card border bg-card p-3';

/** The 22 categories at the top, each with its icon and the number of its listings, and ways to all the others. */
export function CategoryTiles() {
  const { data } = useQuery(queries.topCategories());
  if (!data) {
    return (
      <SkeletonGroup label="Loading categories…" className={grid}>
        {Array.from({ length: 24 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
          <div key={index} className={tile}>
            <Skeleton className="size-10 shrink-0 rounded-full" />
            <Skeleton className="h-4 grow" />
          </div>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul className={grid}>
      {data.items.map(({ id, name, slug, icon, count }) => (
        <Tile key={id} href={`/category/${slug}`} icon={<CategoryIcon name={icon} className="size-5" />} note={count}>
          {name}
        </Tile>
      ))}
      <Tile href="/categories" icon={<ArrowRight aria-hidden="true" className="size-5" />}>
        View All Categories
      </Tile>
      <Tile href="/browse" icon={<ArrowRight aria-hidden="true" className="size-5" />}>
        Browse everything
      </Tile>
    </ul>
  );
}

function Tile({ href, icon, note, children }: { href: string; icon: ReactNode; note?: number; children: ReactNode }) {
  return (
    <li>
      <a href={href} className={`${tile} group h-full transition-colors hover:border-pacific hover:text-pacific`}>
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-pacific-wash text-pacific">
          {icon}
        </span>
        <span className="min-w-0 leading-tight">
          <span className="block font-semibold">{children}</span>
          {note !== undefined && (
            <span className="text-muted text-sm tabular-nums">{note.toLocaleString('en-US')}</span>
          )}
        </span>
      </a>
    </li>
  );
}
