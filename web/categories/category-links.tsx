import type { CategoryPage as Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Chips } from '#web/base/ui/chips.tsx';
import { Section } from '#web/base/ui/section.tsx';

/** Links to the category in its cities. */
export function ByCity({ category: { name, slug, cities } }: { category: Category }) {
  if (cities.length === 0) return null;
  return (
    <Section title={t('{category} by city', { category: name })}>
      <Chips
        links={cities.map((city) => ({ href: `/city/${city.slug}/${slug}`, label: city.name, count: city.count }))}
      />
    </Section>
  );
}

/** Links to related categories, with or without listings; without listings first those that have some. */
export function RelatedCategories({ category: { name, parent, related, neighbors, nearest } }: { category: Category }) {
  return (
    <>
      {nearest.length > 0 && (
        <Section title={t('Close to {category}', { category: name })}>
          <CategoryChips categories={nearest} />
        </Section>
      )}
      <Section title={t('Related Categories')}>
        <CategoryChips categories={[...(parent ? [parent] : []), ...related]} />
      </Section>
      {neighbors.length > 0 && (
        <Section
          title={t('More categories')}
          action={<ArrowLink href="/categories">{t('View All Categories')}</ArrowLink>}
        >
          <CategoryChips categories={neighbors} />
        </Section>
      )}
    </>
  );
}

function CategoryChips({ categories }: { categories: (Category['neighbors'][number] & { count?: number })[] }) {
  return (
    <Chips
      links={categories.map(({ name, slug, icon, count }) => ({
        href: `/category/${slug}`,
        label: name,
        icon,
        count,
      }))}
    />
  );
}
