import { Section } from '../ui/section.tsx';
import { ActiveFilters } from './active-filters.tsx';
import type { Results } from './results.ts';
import { ResultsList } from './results-list.tsx';
import { countOf, headingOf, wordsOf } from './words.ts';

/** Some of what a page lists, in place of all of it: how many there are, what narrows them, and rows. */
export function RefinedListings({ results }: { results: Results }) {
  const { search, listed, about } = results;
  // There are some, as the page's own heading says; none that fit.
  const found = about && (about.total > 0 ? headingOf(about) : countOf(0));
  return (
    <Section className="mt-8!" title={<span className="typed">{found ?? wordsOf(search)}</span>}>
      <ActiveFilters search={search} about={about} listed={listed} />
      <ResultsList results={results} />
    </Section>
  );
}
