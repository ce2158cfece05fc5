import type { LanguageCode } from '#contract/i18n/language-codes.ts';
import { t } from '#contract/i18n/t.ts';
import type { OpenFilter, SearchFilters } from '#contract/search.ts';
import { resolveCategory } from '#server/categories/categories.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import type { Question } from '#server/search/questions/read-question.ts';
import { type Area, findArea, findSimilarArea } from './areas.ts';
import type { LocationSplit } from './split-location.ts';
import type { Word } from './tokenize.ts';

/** The center of a search by distance. */
export interface SearchCenter {
  name: string;
  /** The page of the place; null for a point. */
  path: string | null;
  lat: number;
  lng: number;
}

/** A parsed search: the words without the location, the location, and the named filters. */
export interface ParsedQuery {
  /** The words without those of the location. */
  words: Word[];
  near: SearchCenter | null;
  /** The maximum distance from `near`; null without a center, and when a bounding box limits the area. */
  radiusMiles: number | null;
  /** What is beside a freeway, which limits the area instead of `radiusMiles`. */
  strip: Area['strip'] | null;
  /** A county or location named as `near`: results must lie in it. */
  requiredArea: Area | null;
  /** A city or ZIP code named without 'near': results in it come first. */
  preferredArea: Area | null;
  unknownNear: string | null;
  needsLocation: boolean;
  category: CategoryNode | null;
  place: Area | null;
  open: OpenFilter | null;
  language: LanguageCode | null;
  /** Whose benefits and cards are taken. */
  benefits: Benefit[];
  /** The beginning of a phone number, in digits. */
  phone: string | null;
}

/** Facts that words of a search ask for, of which some sources know. */
export const BENEFITS = ['wic', 'ebt'] as const;
export type Benefit = (typeof BENEFITS)[number];

const DEFAULT_RADIUS_MILES = 25;

/**
 * Parses the filters of a search. A place named in the words takes precedence over `near`, because it was typed last.
 * @param question the words of `filters.q` without the filters in them
 * @param split its words, split into what and where
 * @throws {NotFound} for a category or place that is none
 */
export function parseQuery(
  gazetteer: Gazetteer,
  filters: SearchFilters,
  { question, split }: { question: Question; split: LocationSplit },
): ParsedQuery {
  const category = filters.category === undefined ? null : resolveCategory(gazetteer, filters.category);
  const place = filters.place === undefined ? null : findArea(gazetteer, filters.place);
  const point = parsePoint(filters.near);
  const area = split.area ?? (point || filters.near === '' ? undefined : findSimilarArea(gazetteer, filters.near));
  const spot = area?.allowsRadius ? area : split.area ? null : point;
  const unknown = split.unknownPlace ?? (filters.near !== '' && !point && !area ? filters.near : null);
  return {
    words: split.words,
    near: spot ?? (area ? { name: area.name, path: area.path, lat: area.lat, lng: area.lng } : null),
    // A bounding box already limits the area.
    radiusMiles:
      spot && !split.area?.strip
        ? (filters.within ?? (filters.box ? null : (area?.radiusMiles ?? DEFAULT_RADIUS_MILES)))
        : null,
    strip: split.area?.strip ?? null,
    requiredArea: area && !area.allowsRadius ? area : null,
    preferredArea: split.prefersArea && area?.allowsRadius ? area : null,
    unknownNear: unknown,
    needsLocation: split.isNearMe && !point && !area,
    category,
    place,
    open: filters.open ?? question.open,
    language: filters.language ?? question.language,
    benefits: BENEFITS.filter((benefit) => filters[benefit]),
    phone: question.phone,
  };
}

/** The point of `near` that distances are measured from: a point, a city or a ZIP code; null for anything else, as a county. */
export function findCenter(gazetteer: Gazetteer, near: string): SearchCenter | null {
  const point = parsePoint(near);
  if (point || near === '') return point;
  const area = findSimilarArea(gazetteer, near);
  return area?.allowsRadius ? area : null;
}

function parsePoint(near: string): SearchCenter | null {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(near) ?? [];
  if (Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return null;
  return lat && lng ? { name: t('your location'), path: null, lat: Number(lat), lng: Number(lng) } : null;
}
