import type { Language } from '#contract/i18n/languages.ts';

/** `name` is the full one in English: 'Orange County'. Answers have that of `getCountyName`. */
export interface County {
  id: number;
  name: string;
  slug: string;
}

/** One of the nine locations that owners choose from; its point is the mean of its ZIP codes. */
export interface Location {
  id: number;
  name: string;
  slug: string;
  county: County;
  zipCodes: string[];
  lat: number | null;
  lng: number | null;
}

/** The kinds of places in the gazetteer. */
type PlaceKind = 'city' | 'town' | 'community' | 'neighborhood' | 'post-office';

export interface Place {
  id: number;
  name: string;
  slug: string;
  kind: PlaceKind;
  population: number | null;
  lat: number;
  lng: number;
  county: County;
  location: Location;
  zipCodes: string[];
  /** Whether its listings are those with its `neighborhood_id`, not its `place_id`. */
  isNeighborhood: boolean;
  /** The id of the city that a neighborhood is part of. */
  cityId: number | null;
  /** Other names, by which searches find it. */
  aliases: string[];
}

export interface ZipCode {
  zip: string;
  /** The postal place of the ZIP code, where the gazetteer has it. */
  place: Place | null;
  county: County;
  location: Location;
  lat: number;
  lng: number;
}

/** The names of a category in other languages than English. */
export type CategoryNames = Partial<Record<Language, string>>;

/** A node of the two-level tree of categories: top categories have no `parent`, others no `children`. */
export interface CategoryNode {
  id: number;
  /** In English. Answers have the name of `getCategoryName`. */
  name: string;
  names: CategoryNames;
  slug: string;
  /** What the code and the data call it: its first slug. */
  key: string;
  icon: string;
  /** The words by which searches find it, where the staff edited them; else those of the data. */
  words: { english: string[]; spanish: string[] } | null;
  parent: CategoryNode | null;
  children: CategoryNode[];
}

/** Rows in display order, with indexes by id and by slug. */
export interface Directory<Row> {
  all: readonly Row[];
  byId: ReadonlyMap<number, Row>;
  bySlug: ReadonlyMap<string, Row>;
}

/** The reference data in memory, so that queries of listings need no joins for names. */
export interface ReferenceData {
  /** Sorted by name. */
  counties: Directory<County>;
  /** Sorted by id. */
  locations: Directory<Location>;
  /** Sorted by name. The index of slugs also leads from former ones. */
  places: Directory<Place>;
  zipCodes: ReadonlyMap<string, ZipCode>;
  /**
   * In catalog order: each top category before its children. The indexes also lead from former slugs, and from the id and the slugs of a
   * category that was merged, to what they mean now.
   */
  categories: Directory<CategoryNode>;
}

export interface Gazetteer extends ReferenceData {
  /** Reloads the data in place, after it changed in the database. */
  reload(): Promise<void>;
}
