import type { SearchAbout } from '#contract/search.ts';
import { nameOfSlug } from '../places/name-of-slug.ts';
import { Icon } from '../ui/icon.tsx';
import { type Listed, pathIn } from './listed.ts';
import { type Search, type SearchParameter, without } from './sought.ts';

const FILTERS = [
  'category',
  'place',
  'within',
  'open',
  'website',
  'photos',
  'box',
] as const satisfies SearchParameter[];

/** The filters of a search that are set, beside what a page lists anyway. */
export const filtersOf = (search: Search, listed?: Listed) =>
  FILTERS.filter((name) => search[name] && !listed?.all[name]);

/** The filters that are set, each a link to the search without it. */
export function ActiveFilters({
  search,
  about,
  listed,
}: {
  search: Search;
  about: SearchAbout | undefined;
  listed?: Listed;
}) {
  const active = filtersOf(search, listed);
  if (active.length === 0) return null;
  const { category, place } = namesOf(search, about);
  const labels = {
    category,
    place: `In ${place}`,
    within: `Within ${search.within} ${search.within === '1' ? 'mile' : 'miles'}`,
    open: 'Open now',
    website: 'Has a website',
    photos: 'Has photos',
    box: 'Area of the map',
  };
  return (
    <ul aria-label="Active filters" className="sideways mb-4">
      {active.map((name) => (
        <li key={name}>
          <a href={pathIn(listed, without(search, name))} className="chip border-pacific bg-pacific-wash pr-3">
            <span className="sr-only">Remove the filter </span>
            {labels[name]}
            <Icon name="x" />
          </a>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <a href={pathIn(listed, without(search, ...active))} className="link inline-flex min-h-11 items-center px-2">
            Clear all<span className="sr-only"> filters</span>
          </a>
        </li>
      )}
    </ul>
  );
}

/** What the category and place of a search are called. `about` may still be that of another search. */
export function namesOf({ category = '', place = '' }: Search, about: SearchAbout | undefined) {
  const isOf = (slug: string, known: string | undefined) => known?.split('/').at(-1) === slug;
  return {
    category: (isOf(category, about?.category?.slug) && about?.category?.name) || nameOfSlug(category),
    place: (isOf(place, about?.place?.path) && about?.place?.name) || nameOfSlug(place),
  };
}
