import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';

/** Links to the 22 top-level categories with icon and number of listings; two other links complete the grid of 24. */
export function CategoryTiles() {
  const { data } = useQuery(queries.topCategories());
  if (!data) {
    return (
      <SkeletonGroup label={t('Loading categories…')} className="tiles">
        {Array.from({ length: 24 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
          <div key={index}>
            <Skeleton className="size-8 shrink-0 rounded-full" />
            <Skeleton className="h-4 grow" />
          </div>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul className="tiles">
      {data.items.map(({ id, name, slug, icon, count }) => (
        <li key={id}>
          <a href={`/category/${slug}`}>
            <Icon name={icon} className="round-icon" />
            <span>
              {name}
              {count > 0 && <small>{formatNumber(count)}</small>}
            </span>
          </a>
        </li>
      ))}
      <li>
        <a href="/categories">
          <Icon name="arrow-right" className="round-icon" />
          {t('View All Categories')}
        </a>
      </li>
      <li>
        <a href="/featured">
          <Icon name="star" className="round-icon" />
          {t('Featured Advertisers')}
        </a>
      </li>
    </ul>
  );
}
