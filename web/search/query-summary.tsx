import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { SearchSummary } from '#contract/search.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { type SearchParams, searchPath } from '#web/base/search-box/search-params.ts';

/** Tells how a query was parsed where that differs from the text: corrections, alternatives and unknown places. */
export default function QuerySummary({ search, about }: { search: SearchParams; about: SearchSummary }) {
  const { q, total, unknownNear, corrected, corrections } = about;
  const { categories } = about.understood;
  const [first, ...others] = corrections;
  const other = corrected ? others : corrections;
  const links = other.slice(0, 3).map((correction) => (
    <a key={correction} href={searchPath(withCorrection(search, about, correction))} className="link font-semibold">
      {correction}
    </a>
  ));
  return (
    <div className="grid gap-1 [&:not(:empty)]:mt-2">
      {corrected && total > 0 && (
        <p>
          {rich('No results for {query}. Showing results for {correction}.', {
            query: <q className="typed">{q}</q>,
            correction: <strong>{first}</strong>,
          })}
        </p>
      )}
      {links.length > 0 && (
        <p>
          {rich('Did you mean {corrections}?', {
            corrections: joinWithOr(links),
          })}
        </p>
      )}
      {total === 0 && categories[0] && <p>{t('No match in {category}.', { category: categories[0].name })}</p>}
      {about.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {about.otherPlaces.length > 0 && (
        <p>
          {rich('Or in {places}?', {
            places: joinWithOr(
              about.otherPlaces.map(({ label, search }) => (
                <a key={label} href={searchPath(search)} className="link font-semibold">
                  {label}
                </a>
              )),
            ),
          })}
        </p>
      )}
      {unknownNear && (
        <p>
          {rich(
            'We couldn’t find a place called {place}, so we searched all of Southern California. Try a city or ZIP code.',
            { place: <q className="typed">{unknownNear}</q> },
          )}
        </p>
      )}
    </div>
  );
}

const joinWithOr = (links: ReactNode[]) =>
  links.reduce((list, link) => (list ? rich('{list} or {link}', { list, link }) : link), null);

/** The search with a corrected query. A place that was recognized in the old query becomes the `near` parameter. */
function withCorrection(search: SearchParams, { near }: SearchSummary, correction: string): SearchParams {
  return { ...search, q: correction, ...(near?.path && !search.near && { near: near.name }) };
}
