import type { Selectable } from 'kysely';
import { FACT_NAMES, type FactName } from '#contract/fact-sources.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import { isPoorer } from './fuller-facts.ts';

/** The columns of each fact. */
export const FACT_COLUMNS = {
  name: ['title', 'business_name'],
  category: ['category_id', 'top_category_id', 'more_category_ids'],
  address: ['address', 'city', 'zip', 'place_id', 'county_id', 'location_id'],
  point: ['lat', 'lng', 'point_source'],
  phone: ['phone'],
  email: ['email'],
  website: ['website'],
  hours: ['hours', 'special_hours'],
  description: ['description'],
  wic: ['accepts_wic'],
  ebt: ['accepts_ebt'],
} satisfies { [Name in FactName]: (keyof Selectable<Listings>)[] };

/** Who said a fact: a source with the date of its data ('2024-11', or '2022'), or the owner or administrator, whom no source overrules. */
export type FactOrigin = { source: string; date: string } | { by: 'owner' | 'administrator'; date: string };

/**
 * The column `facts` of a listing: the facts that its own `source` at `source_date` did not say. `open` is whether the business
 * exists: an administrator said so about one that may have closed.
 */
export type FactOrigins = { [Name in FactName | 'open']?: FactOrigin };

/** A listing as far as it has columns of facts, and where they are from. Rows of an import have no `facts`. */
export type SourcedListing = { [Column in keyof Selectable<Listings>]?: unknown } & {
  source: string | null;
  /** Resolved: `sources.date` where the column is null, '' where that is unknown too. */
  source_date: string;
  facts: FactOrigins;
};

/**
 * The facts of two descriptions of one business: those of `kept`, and from `other` what `kept` lacks or what `other` said later, unless that says
 * less of the same.
 * Within one source the newer data also removes a fact. What the owner or an administrator said stays, and a point belongs to
 * its address.
 * @param names the facts to take over; all by default
 * @returns the columns of both descriptions, and the origins relative to the source and date of `kept`
 */
export function mergeFacts<Listing extends SourcedListing>(
  kept: Listing,
  other: SourcedListing,
  names: readonly FactName[] = FACT_NAMES,
): Listing {
  const merged: SourcedListing = { ...kept, facts: { ...kept.facts } };
  const isSameAddress = kept.zip === other.zip && (kept.address === other.address || saysLess('address', kept, other));
  const isPinned = 'by' in getOrigin('point', kept);
  const takesAddress = names.includes('address') && isOverruled('address', kept, other) && (isSameAddress || !isPinned);
  for (const name of names) {
    const takes =
      name === 'address'
        ? takesAddress
        : name !== 'point'
          ? isOverruled(name, kept, other)
          : isSameAddress
            ? !isMissing('point', other) && isOverruled('point', kept, other)
            : takesAddress;
    if (!takes) continue;
    for (const column of FACT_COLUMNS[name]) if (column in other) merged[column] = other[column];
    const origin = getOrigin(name, other);
    if ('source' in origin && origin.source === kept.source) delete merged.facts[name];
    else merged.facts[name] = origin;
  }
  // The place of a point that stays is the one that the point is in.
  if (takesAddress && merged.lat !== null && isMissing('point', other)) {
    merged.place_id = kept.place_id;
    merged.county_id = kept.county_id;
  }
  if (kept.source === other.source && other.source_date > kept.source_date) merged.source_date = other.source_date;
  return merged as Listing;
}

/** Whether it matters who said the facts of a listing: an import may overrule them, or a claim be proved by them. */
export const hasFactOrigins = ({ source, owner_id }: Pick<Selectable<Listings>, 'source' | 'owner_id'>): boolean =>
  source !== null || owner_id === null;

/** A listing with the origins of its facts. */
export const toSourcedListing = (listing: Selectable<Listings>): SourcedListing => ({
  ...listing,
  source_date: listing.source_date ?? '',
  facts: listing.facts as unknown as FactOrigins,
});

/** The origins after an edit: the facts that differ were said by who edited them. */
export function markEditedFacts(
  before: SourcedListing,
  after: { [Column in keyof Selectable<Listings>]?: unknown },
  by: { by: 'owner' | 'administrator'; date: string },
): FactOrigins {
  const edited = FACT_NAMES.filter((name) =>
    FACT_COLUMNS[name].some(
      (column) => column in after && JSON.stringify(after[column]) !== JSON.stringify(before[column]),
    ),
  );
  return { ...before.facts, ...Object.fromEntries(edited.map((name) => [name, by])) };
}

/** Who said a fact of a listing. */
export const getOrigin = (name: FactName, { source, source_date, facts }: SourcedListing): FactOrigin =>
  facts[name] ?? (source === null ? { by: 'owner', date: '' } : { source, date: source_date });

function isOverruled(name: FactName, kept: SourcedListing, other: SourcedListing): boolean {
  const said = getOrigin(name, kept);
  const says = getOrigin(name, other);
  if ('by' in said) return false;
  if (saysLess(name, kept, other)) return false;
  if ('source' in says && says.source === said.source) return says.date >= said.date;
  if (isMissing(name, other)) return false;
  return isMissing(name, kept) || 'by' in says || says.date > said.date;
}

/** Whether another description says less of the same: see `isPoorer`. */
function saysLess(name: FactName, kept: SourcedListing, other: SourcedListing): boolean {
  if (name !== 'phone' && name !== 'website' && name !== 'address') return false;
  const [value, fuller] = [other[name], kept[name]];
  if (typeof value !== 'string' || typeof fuller !== 'string' || value === fuller) return false;
  return (name !== 'address' || kept.zip === other.zip) && isPoorer[name](value, fuller);
}

const isMissing = (name: FactName, listing: SourcedListing) =>
  (listing[FACT_COLUMNS[name][0] as 'phone'] ?? null) === null;
