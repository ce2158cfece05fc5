import type { Category } from '#contract/categories.ts';
import { LANGUAGE_CODES } from '#contract/i18n/language-codes.ts';
import { MAX_NEAR_LENGTH, MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { FoundListing, SearchSummary, Suggestions } from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { toOpenState, toSummary } from './facts.ts';
import { defineTool, toQuery, UNKNOWN } from './tool.ts';

const MAX_RESULTS = 20;
/** Of so many results those are chosen that are open at a time. */
const MAX_CHECKED = 100;

const searchBusinesses = defineTool({
  name: 'search_businesses',
  title: 'Search local businesses',
  description:
    'Searches the businesses of Southern California (eight counties) by words, place, language, license and opening time, most relevant first. Pass on what a note says about the results. distance_miles is from the middle of the place, and missing where the business has no exact location. Use get_business for who says each fact, and when.',
  access: 'public',
  input: z.strictObject({
    what: z
      .string()
      .max(MAX_SEARCH_LENGTH)
      .describe('The kind or name of the business: "plumber", "Golden Hour Tacos"'),
    where: z
      .string()
      .max(MAX_NEAR_LENGTH)
      .optional()
      .describe('A ZIP code, city, neighborhood or county, or a point as "33.68,-117.82"'),
    open_at: z
      .union([z.literal('now'), z.iso.datetime({ offset: true })])
      .optional()
      .describe('Only businesses known to be open "now", or at a time such as "2026-12-05T21:30:00-08:00"'),
    language: z.enum(LANGUAGE_CODES).optional().describe('Only businesses where this language is spoken'),
    license: z.boolean().optional().describe('Only businesses whose license the state’s list confirms, if true'),
    limit: z.number().int().min(1).max(MAX_RESULTS).default(10),
  }),
  async run({ what, where, open_at, language, license, limit }, { callApi, origin }) {
    const isTime = open_at !== undefined && open_at !== 'now';
    const at = isTime ? new Date(open_at) : new Date();
    const filters = {
      q: what,
      near: where,
      open: open_at === 'now' ? open_at : undefined,
      language,
      licensed: license || undefined,
    };
    const found = await callApi<FoundListing[]>(
      `/api/search?${toQuery({ ...filters, limit: open_at ? MAX_CHECKED : limit })}`,
    );
    // What is open now for the search may also be unknown.
    const isOpen = (listing: FoundListing) => !open_at || toOpenState(listing, at) === 'open';
    const results = found.filter(isOpen).slice(0, limit);
    const isEmpty = results.length === 0;
    const about = where || isEmpty ? await callApi<SearchSummary>(`/api/search/about?${toQuery(filters)}`) : undefined;
    const note = [
      ...(about?.remarks ?? []),
      ...(about?.unknownNear ? [toUnknownPlace(about.unknownNear)] : []),
      ...(isEmpty && open_at ? [toNoneOpen(isTime ? found : await findOfAnyHours(), at)] : []),
    ].join(' ');
    return {
      results: results.map((listing) => ({ ...toSummary(listing, origin, at), sponsored: listing.sponsored })),
      ...(note && { note }),
      ...(where && { place_found: about?.near?.name ?? about?.place?.name ?? false }),
      ...(open_at && { checked: found.length }),
      ...(isEmpty && about && explainNothing(about)),
    };

    function findOfAnyHours() {
      return callApi<FoundListing[]>(`/api/search?${toQuery({ ...filters, open: undefined, limit: MAX_CHECKED })}`);
    }
  },
});

const toUnknownPlace = (name: string) =>
  `We couldn’t find a place called “${name}”, so we searched all of Southern California. Try a city or ZIP code.`;

/** Why none of the businesses that were found counts as open at a time. */
function toNoneOpen(found: FoundListing[], at: Date): string {
  const states = found.map((listing) => toOpenState(listing, at));
  const count = (state: string) => states.filter((one) => one === state).length;
  return `None of the ${found.length} businesses that were checked is known to be open then: ${count('closed')} are closed, and of ${count(UNKNOWN)} the hours are unknown.`;
}

const explainNothing = (about: SearchSummary) => ({
  unknown_place: about.unknownNear ?? false,
  other_spellings: about.corrections,
  wider_searches: about.wider.map(({ label, count }) => ({ label, count })),
});

const listCategories = defineTool({
  name: 'list_categories',
  title: 'List categories',
  description: 'Lists the kinds of business with their numbers of listings: the top ones, or those below one of them.',
  access: 'public',
  input: z.strictObject({
    below: z.string().max(80).optional().describe('The slug of a top category, for those below it'),
  }),
  async run({ below }, { callApi, origin }) {
    const categories = await callApi<Category[]>('/api/categories');
    const parent = below === undefined ? null : (categories.find(({ slug }) => slug === below)?.id ?? UNKNOWN);
    return {
      categories: categories
        .filter(({ parentId }) => parentId === parent)
        .map(({ name, slug, count, licenses }) => ({
          name,
          slug,
          listings: count,
          ...(licenses && { licenses_needed: licenses }),
          page: `${origin}/category/${slug}`,
        })),
      ...(parent === UNKNOWN && { unknown_category: below }),
    };
  },
});

const resolvePlace = defineTool({
  name: 'resolve_place',
  title: 'Resolve a place',
  description: 'Finds the cities, neighborhoods, counties and ZIP codes that a name may mean, for "where" of a search.',
  access: 'public',
  input: z.strictObject({ name: z.string().min(1).max(MAX_NEAR_LENGTH).describe('"Irvine", "92614", "Koreatown"') }),
  async run({ name }, { callApi, origin }) {
    const { places } = await callApi<Suggestions>(`/api/search/suggestions?${toQuery({ q: name })}`);
    return { places: places.map(({ path, ...place }) => ({ ...place, page: origin + path })) };
  },
});

/** The tools that find businesses, kinds of business and places. */
export const FIND_TOOLS = [searchBusinesses, listCategories, resolvePlace];
