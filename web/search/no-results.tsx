import type { SearchAbout } from '#contract/search.ts';
import { buttonClass } from '../ui/button.tsx';
import { Chips } from '../ui/chips.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { filtersOf } from './active-filters.tsx';
import { type Listed, pathIn } from './listed.ts';
import { type Search, without } from './sought.ts';

/** Nothing was found: what finds something instead, and whom we are missing. */
export function NoResults({ search, about, listed }: { search: Search; about: SearchAbout; listed?: Listed }) {
  const filters = filtersOf(search, listed);
  return (
    <EmptyState
      as="h2"
      title="Nothing matches all of this"
      action={
        <>
          {filters.length > 0 && (
            <a href={pathIn(listed, without(search, ...filters))} className={buttonClass()}>
              {filters.length === 1 ? 'Search without the filter' : 'Search without filters'}
            </a>
          )}
          <a href="/post-ad" className={buttonClass({ variant: 'secondary' })}>
            List your business
          </a>
        </>
      }
    >
      {about.wider.length > 0 ? (
        <div className="grid justify-items-center gap-3">
          <p>There is more a little further on:</p>
          <Wider about={about} listed={listed} />
        </div>
      ) : (
        <p>Try fewer or other words, or look in a wider area. If your business belongs here, a listing is free.</p>
      )}
    </EmptyState>
  );
}

/** Searches like this one that find more, with how many each finds. */
export function Wider({ about: { wider }, listed }: { about: SearchAbout; listed?: Listed }) {
  return <Chips links={wider.map(({ label, search, count }) => ({ href: pathIn(listed, search), label, count }))} />;
}
