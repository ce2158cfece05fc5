import { LoadMore } from '../listings/ad-list.tsx';
import { AdRowSkeletons } from '../listings/ad-row.tsx';
import { Continued } from '../listings/continued.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Section } from '../ui/section.tsx';
import { AskWhere } from './ask-where.tsx';
import { Found } from './found.tsx';
import { parametersOf, pathIn } from './listed.ts';
import { NoResults, Wider } from './no-results.tsx';
import type { Results } from './results.ts';
import { without } from './sought.ts';

/**
 * What was found, page by page, with what to do where nothing was, or too little.
 * @param pointed the listing whose row is marked
 */
export function ResultsList({ results, pointed }: { results: Results; pointed?: number }) {
  const { search, listed, about, list, failure, retry, isContinued } = results;
  const ads = list.data?.pages.flatMap(({ items }) => items);
  if (failure) {
    return (
      <div role="alert">
        <EmptyState title="The search could not be made" action={<Button onClick={retry}>Try again</Button>}>
          {failure.message}
        </EmptyState>
      </div>
    );
  }
  if (!ads || !about) return <AdRowSkeletons count={6} />;
  return (
    <div aria-busy={list.isPlaceholderData || undefined} className="renewing">
      {about.asksWhere && <AskWhere search={search} />}
      {isContinued && <Continued path={pathIn(listed, search)} to="the first results" />}
      {ads.length === 0 ? (
        <NoResults search={search} about={about} listed={listed} />
      ) : (
        <>
          <Found ads={ads} near={about.near} pointed={pointed} />
          <LoadMore list={list} label="More results" parameters={without(search, ...parametersOf(listed?.all ?? {}))} />
          {about.wider.length > 0 && (
            <Section title="Look further">
              <Wider about={about} listed={listed} />
            </Section>
          )}
        </>
      )}
    </div>
  );
}
