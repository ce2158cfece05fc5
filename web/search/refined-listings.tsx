import { Section } from '../ui/section.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { countLabel, resultsHeading, searchLabel } from './labels.ts';
import { ResultsList } from './results-list.tsx';
import type { SearchResults } from './use-search-results.ts';

/** Some of what a page lists, in place of all of it: how many there are, what narrows them, and rows. */
export function RefinedListings({ results }: { results: SearchResults }) {
  const { search, scope, about } = results;
  // There are some, as the page's own heading says; none that fit.
  const heading = about && (about.total > 0 ? resultsHeading(about) : countLabel(0));
  return (
    <Section className="mt-8!" title={<span className="typed">{heading ?? searchLabel(search)}</span>}>
      <ActiveFilters search={search} about={about} scope={scope} />
      <ResultsList results={results} />
    </Section>
  );
}
