import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';
import { parseSearchParams } from './search-params.ts';

export { SearchError as ErrorBoundary, SearchPage as Component } from './search-page.tsx';

export const loader = createLoader(({ url: { searchParams } }) => {
  const search = parseSearchParams(searchParams);
  if (Object.keys(search).length === 0) return [queries.topCategories()];
  return [
    queries.topCategories(),
    queries.counties(),
    queries.search(search, searchParams.get('cursor')),
    queries.searchAbout(search),
  ];
});
