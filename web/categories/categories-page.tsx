import { useQuery } from '@tanstack/react-query';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { formatNumber } from '#web/base/i18n/format.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';

export { CategoriesPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Categories') }];
const grid = 'mt-8 gap-5 sm:columns-2 lg:columns-3';

/** `/categories`: the 22 top-level categories with their subcategories. */
function CategoriesPage() {
  const site = useSite();
  const { data } = useQuery(queries.categories());
  const topCategories = data?.items.filter(({ parentId }) => parentId === null);
  return (
    <Container>
      <Metadata
        title={t('All categories')}
        description={t('Every category of local business in Southern California, with the number of listings in each.')}
        path="/categories"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading title={t('All categories')} lead={t('Find a business by what it does.')} breadcrumbs={crumbs} />
      {!data && (
        <SkeletonGroup label={t('Loading categories…')} className={grid}>
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
            <Skeleton key={index} className="mb-5 h-80 w-full rounded-card" />
          ))}
        </SkeletonGroup>
      )}
      <ul className={grid}>
        {topCategories?.map((top) => (
          <TopCategory
            key={top.id}
            top={top}
            subcategories={data?.items.filter(({ parentId }) => parentId === top.id) ?? []}
          />
        ))}
      </ul>
    </Container>
  );
}

function TopCategory({ top, subcategories }: { top: Category; subcategories: Category[] }) {
  return (
    <Card as="li" className="mb-5 break-inside-avoid p-4">
      <h2 className="text-xl">
        <a href={`/category/${top.slug}`} className="flex min-h-11 items-center gap-3 hover:text-pacific">
          <Icon name={top.icon} className="round-icon" />
          <span className="grow">{top.name}</span>
          <Count category={top} />
        </a>
      </h2>
      <ul className="mt-2">
        {subcategories.map((subcategory) => (
          <li key={subcategory.id}>
            <a
              href={`/category/${subcategory.slug}`}
              className={`flex min-h-11 items-center justify-between gap-3 border-t hover:text-pacific ${subcategory.count ? '' : 'text-muted'}`}
            >
              {subcategory.name}
              <Count category={subcategory} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Count({ category: { count } }: { category: Category }) {
  if (count === 0) return null;
  return (
    <span className="font-normal font-sans text-muted text-sm tabular-nums tracking-normal">{formatNumber(count)}</span>
  );
}
