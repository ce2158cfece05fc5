import { t } from '#contract/i18n/t.ts';
import type { CountedLink } from '#contract/places.ts';
import { Chips } from '#web/base/ui/chips.tsx';
import { Section } from '#web/base/ui/section.tsx';

/** Links to the nearest places with listings, for a place that has none. Renders nothing for an empty list. */
export function NearestPlaces({ places }: { places: CountedLink[] }) {
  if (places.length === 0) return null;
  return (
    <Section title={t('Nearby places with businesses')}>
      <Chips links={places.map(({ name, slug, count }) => ({ href: `/city/${slug}`, label: name, count }))} />
    </Section>
  );
}
