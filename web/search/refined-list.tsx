import { Section } from '#web/base/ui/section.tsx';
import ActiveFilters from './active-filters.tsx';
import { countLabel, resultsHeading, searchLabel } from './labels.ts';
import { ResultsList } from './results-list.tsx';
import type { SearchResults } from './use-search-results.ts';

/** The content of `RefinedListings`. */
export default function RefinedList({ results }: { results: SearchResults }) {
  const { search, scope, about } = results;
  // The page's heading names the scope, so an empty result needs only 'No results'.
  const heading = about && (about.total > 0 ? resultsHeading(about) : countLabel(0));
  return (
    <Section className="mt-8!" title={<span className="typed">{heading ?? searchLabel(search)}</span>}>
      <ActiveFilters search={search} about={about} scope={scope} />
      <ResultsList results={results} />
    </Section>
  );
}
