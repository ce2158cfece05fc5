import type { SearchAbout, Sought } from '#contract/search.ts';
import { inCategory } from '../listings/read/scopes.ts';
import type { Query } from './conditions.ts';
import { count } from './ranking.ts';
import { marksOf, type SearchParts, type Understood } from './understanding.ts';

/** Who found as many needs no other search. */
const ENOUGH = 5;
const MILES_AROUND = [50, 100];

type Parameters = Record<string, string>;
interface Wider {
  label: string;
  search: Parameters;
  query: Query;
}

/** The same search with one condition less or in a wider area, nearest first, where few were found; only what finds more. */
export async function widerSearches(
  { db }: SearchParts,
  understood: Understood,
  { sought, total }: { sought: Sought; total: number },
): Promise<SearchAbout['wider']> {
  if (total >= ENOUGH) return [];
  const wider = [...widerAreas(understood, sought), ...fewerFilters(understood, sought)];
  const counts = await Promise.all(wider.map(({ query }) => count(db, query)));
  return wider.flatMap(({ label, search }, i) => {
    const found = counts[i] ?? 0;
    return found > total ? [{ label, search, count: found }] : [];
  });
}

function widerAreas({ asked, query }: Understood, sought: Sought): Wider[] {
  const { near, within, place, wide } = asked;
  const { near: _near, within: _within, place: _place, box: _box, ...everywhere } = parametersOf(asked, sought);
  const areas: Wider[] = [];
  if (near && within !== null) {
    for (const miles of MILES_AROUND.filter((miles) => miles > within)) {
      areas.push({
        label: `Within ${miles} miles of ${near.name}`,
        search: { ...everywhere, near: nameOf(near.path) ?? sought.near, within: String(miles) },
        query: { ...query, within: miles },
      });
    }
  }
  if (place?.isSpot) {
    const [miles = 0] = MILES_AROUND;
    areas.push({
      label: `Within ${miles} miles of ${place.name}`,
      search: { ...everywhere, near: nameOf(place.path) ?? '', within: String(miles) },
      query: { ...without(query, marksOf(place.where)), near: place, within: miles },
    });
  }
  if (near || place || sought.box) {
    areas.push({
      label: 'Anywhere in Southern California',
      search: everywhere,
      query: {
        ...without(query, [...marksOf(place?.where ?? {}), ...marksOf(wide?.where ?? {})]),
        ...{ near: null, within: null, box: null },
      },
    });
  }
  return areas;
}

function fewerFilters({ asked, query }: Understood, sought: Sought): Wider[] {
  const { category } = asked;
  const { open, website, photos } = sought;
  const all = parametersOf(asked, sought);
  const paidStill = (marks: string[]) => marks.some((mark) => mark === '#website' || mark === '#photos');
  const lacking = (parameter: string, label: string, marks: string[]): Wider => {
    const { [parameter]: _, ...search } = all;
    const fewer = without(query, marks);
    return {
      label,
      search,
      query: { ...fewer, paid: paidStill(fewer.marks), openNow: fewer.marks.includes('#hours') },
    };
  };
  return [
    ...(open ? [lacking('open', 'Open or closed', ['#hours'])] : []),
    ...(website ? [lacking('website', 'With or without a website', ['#website'])] : []),
    ...(photos ? [lacking('photos', 'With or without photos', ['#photos'])] : []),
    ...(category ? [lacking('category', 'In all categories', marksOf(inCategory(category).where))] : []),
  ];
}

const without = (query: Query, marks: string[]): Query => ({
  ...query,
  marks: query.marks.filter((mark) => !marks.includes(mark)),
});

/** The parameters of a search, with where it was said in words as `near`. */
function parametersOf({ words, near, place, category }: Understood['asked'], sought: Sought): Parameters {
  const given = {
    q: words.map(({ text }) => text).join(' '),
    near: nameOf(near?.path ?? null) ?? (near ? sought.near : ''),
    within: sought.within?.toString() ?? '',
    category: category?.slug ?? '',
    place: nameOf(place?.path ?? null) ?? '',
    open: sought.open ?? '',
    website: sought.website ? 'true' : '',
    photos: sought.photos ? 'true' : '',
    box: sought.box?.join(',') ?? '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** What an area is called in an address: '/city/irvine' is 'irvine'. */
const nameOf = (path: string | null) => path?.split('/').at(-1);
