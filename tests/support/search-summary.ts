import type { SearchSummary } from '#contract/search.ts';

/** The summary of a search whose words name no place, category or filter. */
export const SEARCH_SUMMARY: SearchSummary = {
  total: 12,
  q: '',
  near: null,
  unknownNear: null,
  asksWhere: false,
  category: null,
  place: null,
  understood: { categories: [], open: null, language: null, search: null },
  places: [],
  corrections: [],
  corrected: false,
  remarks: [],
  otherPlaces: [],
  wider: [],
  related: [],
};
