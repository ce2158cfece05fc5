import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Notice } from '#contract/admin/notices.ts';
import { queries } from '#web/base/api/queries.ts';

/** The notices for all pages, and those about what a page shows, as far as its data is there. */
export function selectNotices(notices: Notice[], pathname: string, client: QueryClient): Notice[] {
  if (notices.every(({ scope }) => scope.kind === 'everywhere')) return notices;
  const scopes = getScopes(pathname, client);
  return notices.filter(({ scope }) => scope.kind === 'everywhere' || scopes.has(`${scope.kind}:${scope.slug}`));
}

type Link = { slug: string | null } | null;

/** What the responses that pages read name: a county, a city, a category, or what belongs to one. */
interface Subject {
  slug?: string;
  type?: string;
  county?: Link;
  city?: Link;
  parentCity?: Link;
  neighborhood?: Link;
  category?: { slug: string; top?: string };
  parent?: Link;
  parentCategory?: Link;
}

function getScopes(pathname: string, client: QueryClient): Set<string> {
  const [, first = '', slug = '', part = ''] = pathname.split('/');
  const subject = readSubject([first, slug, part], client);
  const { county, city, parentCity, neighborhood, category, parent, parentCategory } = subject ?? {};
  const own = subject?.type === 'city' ? subject.slug : undefined;
  return new Set([
    ...[first === 'county' && slug, county?.slug].map((name) => `county:${name}`),
    ...[first === 'city' && slug, own, city?.slug, parentCity?.slug, neighborhood?.slug].map((name) => `city:${name}`),
    ...[first === 'category' && slug, part, category?.slug, category?.top, parent?.slug, parentCategory?.slug].map(
      (name) => `category:${name}`,
    ),
  ]);
}

/** The response from which the page of a path was made. */
function readSubject([first, slug, part]: [string, string, string], client: QueryClient): Subject | undefined {
  const get = ({ queryKey }: { queryKey: QueryKey }) => client.getQueryData<Subject | InfiniteData<Subject>>(queryKey);
  const getData = () => {
    if (first === 'city') return get(part ? queries.cityCategory(slug, part) : queries.city(slug));
    if (first === 'category') return get(queries.category(slug));
    if (first === 'zip') return get(queries.featuredListingsInZip(slug));
    if (first === 'ads') return get(queries.listing(slug));
    return slug ? undefined : get(queries.location(first));
  };
  const data = getData();
  return data && 'pages' in data ? data.pages[0] : data;
}
