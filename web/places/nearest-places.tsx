import type { CountedLink } from '#contract/places.ts';
import { Chips } from '../ui/chips.tsx';
import { Section } from '../ui/section.tsx';

/** What a place without listings offers instead: the nearest ones that have some. Nothing for all others. */
export function NearestPlaces({ places }: { places: CountedLink[] }) {
  if (places.length === 0) return null;
  return (
    <Section title="Nearest places with businesses">
      <Chips links={places.map(({ name, slug, count }) => ({ href: `/city/${slug}`, label: name, count }))} />
    </Section>
  );
}
