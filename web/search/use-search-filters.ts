import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ListingScope, parseScopedSearch, scopedPath } from '#web/base/search-box/listing-scope.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';

/** `search` holds the current filter values; `onFilterChange` handles a control's change; `apply` submits the form. */
export type SearchFilterState = ReturnType<typeof useSearchFilters>;

/**
 * Navigates to the URL of the changed search, since the URL alone determines the results. Until the navigation completes,
 * `search` already contains the change, so that a checkbox reacts at once.
 * @param scope the scope of the page; without it the page is `/search`
 */
export function useSearchFilters(search: SearchParams, scope?: ListingScope) {
  const navigate = useNavigate();
  const path = scopedPath(scope, search);
  const [pending, setPending] = useState<{ from: string; search: SearchParams }>();
  if (pending && pending.from !== path) setPending(undefined);
  const apply = (form: HTMLFormElement, changed?: HTMLInputElement | HTMLSelectElement) => {
    const params = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    // Of the opening hours the last one chosen replaces the one before.
    if (changed?.type === 'checkbox' && (changed as HTMLInputElement).checked) params.set(changed.name, changed.value);
    const next = parseScopedSearch(scope, params);
    setPending({ from: path, search: next });
    void navigate(scopedPath(scope, next), { preventScrollReset: true });
  };
  const onFilterChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    target.form && apply(target.form, target);
  return { search: pending?.search ?? search, onFilterChange, apply };
}
