import type { SearchSummary } from '#contract/search.ts';
import { type SearchParams, searchPath } from './search-params.ts';

/** Tells how a query was parsed where that differs from the text: corrections, alternatives and unknown places. */
export function QuerySummary({ search, about }: { search: SearchParams; about: SearchSummary }) {
  const { q, total, unknownNear, corrected, corrections } = about;
  const { categories } = about.understood;
  const [first, ...others] = corrections;
  const other = corrected ? others : corrections;
  return (
    <div className="grid gap-1 [&:not(:empty)]:mt-2">
      {corrected && total > 0 && (
        <p>
          No results for <q className="typed">{q}</q>. Showing results for <strong>{first}</strong>.
        </p>
      )}
      {other.length > 0 && (
        <p>
          Did you mean{' '}
          {other.slice(0, 3).map((correction, index) => (
            <span key={correction}>
              {index > 0 && ' or '}
              <a href={searchPath(withCorrection(search, about, correction))} className="link font-semibold">
                {correction}
              </a>
            </span>
          ))}
          ?
        </p>
      )}
      {total === 0 && categories[0] && <p>No match in {categories[0].name}.</p>}
      {unknownNear && (
        <p>
          We couldn’t find a place called <q className="typed">{unknownNear}</q>, so we searched all of Southern
          California. Try a city or ZIP code.
        </p>
      )}
    </div>
  );
}

/** The search with a corrected query. A place that was recognized in the old query becomes the `near` parameter. */
function withCorrection(search: SearchParams, { near }: SearchSummary, correction: string): SearchParams {
  return { ...search, q: correction, ...(near?.path && !search.near && { near: near.name }) };
}
