import type { LanguageCode } from '#contract/i18n/language-codes.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { SearchFilters, SearchSummary } from '#contract/search.ts';
import { toCategoryLink } from '#server/places/places.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { UNKNOWN_ATTRIBUTES } from '#server/search/questions/attributes.ts';
import { hasTextMatches } from '#server/search/ranking/matches.ts';
import { findRelatedKinds } from '#server/search/results/related-kinds.ts';
import { findResultPlaces } from '#server/search/results/result-places.ts';
import { type ResolvedSearch, resolveSpelling } from '#server/search/spelling/corrections.ts';
import { broadenSearch, findOtherPlaces, toQueryText, toSearchParameters } from './broaden.ts';
import type { SearchDeps } from './query-understanding.ts';

/**
 * The summary of a search: its interpretation, the number of results, corrections and broader searches.
 * @throws {NotFound} for a category or place that is none
 */
export async function aboutSearch(deps: SearchDeps, filters: SearchFilters): Promise<SearchSummary> {
  const resolved = await resolveSpelling(deps, filters);
  const { parsed, words, total, corrections, corrected } = resolved;
  const { near, unknownNear, needsLocation: asksWhere, category, place, open, language, benefits } = parsed;
  const isShorter = parsed.words.length < words.length;
  return {
    total,
    q: isShorter ? toQueryText(parsed) : filters.q,
    near: near && { name: near.name, path: near.path, lat: near.lat, lng: near.lng },
    unknownNear,
    asksWhere,
    category: category && toCategoryLink(category),
    place: place && { name: place.name, path: place.path },
    understood: {
      categories: await namedCategories(deps, resolved),
      open,
      language: language && { code: language, name: getLanguageName(language) },
      search:
        open === (filters.open ?? null) &&
        language === (filters.language ?? null) &&
        benefits.every((benefit) => filters[benefit])
          ? null
          : { q: '', ...toSearchParameters(parsed, filters) },
    },
    places: await findResultPlaces(deps, resolved),
    corrections: corrections.map(({ text }) => text),
    corrected,
    remarks: toRemarks(resolved),
    otherPlaces: await findOtherPlaces(deps, resolved, filters),
    wider: await broadenSearch(deps, resolved, { filters, total }),
    related: await findRelatedKinds(deps, resolved, filters),
  };
}

/** What a reader of the results has to know. */
function toRemarks({ parsed: { near }, unknown, noneWithinMiles }: ResolvedSearch): string[] {
  return [
    ...unknown.attributes.map((attribute) => translateDefined(UNKNOWN_ATTRIBUTES[attribute])),
    ...(unknown.language
      ? [t('We don’t know which of these speak {language}.', { language: nameLanguage(unknown.language) })]
      : []),
    ...(near && noneWithinMiles !== null
      ? [
          t('There are none within {miles, plural, one {# mile} other {# miles}} of {place}. These are the nearest.', {
            miles: noneWithinMiles,
            place: near.name,
          }),
        ]
      : []),
  ];
}

/** 'Spanish', or 'Español' in Spanish, for a label. `Intl` has no Spanish name of the sign language. */
function getLanguageName(code: LanguageCode): string {
  const name = nameLanguage(code);
  return name.charAt(0).toLocaleUpperCase(toLocale(getLanguage())) + name.slice(1);
}

function nameLanguage(code: LanguageCode): string {
  if (code === 'ase') return t('American Sign Language');
  return new Intl.DisplayNames(toLocale(getLanguage()), { type: 'language' }).of(code) ?? code;
}

/** The categories that the words name, as written or else corrected; none where a business is called so: 'Stone Brewing'. */
async function namedCategories({ db }: SearchDeps, { written, query }: ResolvedSearch) {
  for (const { text } of [written, query]) {
    const named = text?.segments.flatMap(({ categories }) => categories) ?? [];
    if (!text || named.length === 0) continue;
    if (!text.isCategory && (await hasTextMatches(db, text.inName))) return [];
    return [...new Set(named)].map(toCategoryLink);
  }
  return [];
}
