import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { Postcard } from '#web/base/art/postcard.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';

const grid = 'grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4 lg:gap-5';

/** Links to the eight counties as small cards with their number of listings. */
export function CountyLinks() {
  const { data } = useQuery(queries.counties());
  if (!data) {
    return (
      <SkeletonGroup label={t('Loading counties…')} className={grid}>
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
          <Card key={index}>
            <Skeleton className="h-24 w-full rounded-none max-sm:hidden sm:max-lg:h-32" />
            <div className="px-3 py-2 sm:p-4">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="mt-1 h-4 w-1/2 sm:mt-2" />
            </div>
          </Card>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul className={grid}>
      {data.items.map(({ id, name, slug, count }) => (
        <Card key={id} as="li" interactive className="county-card">
          <Postcard county={slug} seed={id} />
          <h3>
            <a href={`/county/${slug}`} className="cover-link">
              {name}
            </a>
          </h3>
          <p>{t('{count, plural, one {# listing} other {# listings}}', { count })}</p>
        </Card>
      ))}
    </ul>
  );
}
