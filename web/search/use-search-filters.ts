import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ListingScope, parseScopedSearch, scopedPath } from './listing-scope.ts';
import type { SearchParams } from './search-params.ts';

/** A search whose filters can be changed: `search` as they stand now, `refine` to be told of a change. */
export type SearchFilterState = ReturnType<typeof useSearchFilters>;

/**
 * Has each change of the filters' form lead to the address that says it, which alone says what is shown. Until it is there
 * the filters already show the change, as a box that is ticked must.
 * @param listed where that is not the page of searches
 */
export function useSearchFilters(search: SearchParams, scope?: ListingScope) {
  const navigate = useNavigate();
  const path = scopedPath(scope, search);
  const [pending, setPending] = useState<{ from: string; search: SearchParams }>();
  if (pending && pending.from !== path) setPending(undefined);
  const apply = (form: HTMLFormElement) => {
    const params = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const next = parseScopedSearch(scope, params);
    setPending({ from: path, search: next });
    void navigate(scopedPath(scope, next), { preventScrollReset: true });
  };
  const onFilterChange = ({ target: { form } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    form && apply(form);
  return { search: pending?.search ?? search, onFilterChange, apply };
}
