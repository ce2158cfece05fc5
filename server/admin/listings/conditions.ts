import { type RawBuilder, sql } from 'kysely';
import type { AdminListingFilter, AdminListingState } from '#contract/admin/listings.ts';
import { shownLevel } from '#server/listings/read/owner-listings.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';

type Condition = RawBuilder<boolean>;

/** A word as `search_fold` folds it, with its stems, of which an insignificant one has none. */
export interface FilterWord {
  word: string;
  stems: string[];
  /** Whether it must be there as it is, as a number. Of others the first letters do, as long as somebody types. */
  isWhole: boolean;
}

/** A filter whose names are ids, and whose words and telephone are as the search has them. */
export interface ResolvedFilter extends Omit<AdminListingFilter, 'words' | 'phone' | 'owner'> {
  gazetteer: ReferenceData;
  words: FilterWord[] | undefined;
  /** Words that a listing must not have all of as they are. */
  notWhole?: FilterWord[];
  /** The telephone: ten digits, or the last seven. */
  phone: string | undefined;
  ownerIds: number[] | undefined;
  /** Only listings with these ids. */
  ids?: number[] | undefined;
}

export const IS_PUBLIC = sql<boolean>`l.status = 'active' and not l.owner_suspended`;
export const IS_NOT_PUBLIC = sql<boolean>`(l.status <> 'active' or l.owner_suspended)`;
const IS_EXPIRED = sql<boolean>`coalesce(l.expires_at <= now(), false)`;

/** The state of a listing, as `adminListingStateSchema` names it. */
export const STATE = sql<AdminListingState>`case
  when l.status in ('sample', 'draft', 'deleted') then l.status when l.owner_suspended then 'suspended'
  when l.status <> 'active' then l.status when ${IS_EXPIRED} then 'expired' else 'shown' end`;

/** What a filter asks of a listing `l`, besides the days. Each condition holds for any listing, whatever index leads to it. */
export function toConditions(filter: ResolvedFilter): Condition[] {
  const { id, ids, ownerIds, words, phone, domain, source, state, level } = filter;
  return [
    ...when(id, (id) => sql`l.id = ${id}`),
    ...when(ids, (ids) => sql`l.id = any(${ids}::bigint[])`),
    ...when(ownerIds, (ids) => sql`l.owner_id = any(${ids}::bigint[])`),
    ...when(words, hasWords),
    ...when(filter.notWhole, (words) => sql`not (${hasWords(words.map((word) => ({ ...word, isWhole: true })))})`),
    ...when(phone, (phone) => sql`coalesce(${toPhoneTerm(phone)} = any(search_phone_terms(l.phone)), false)`),
    ...when(domain, (domain) => sql`website_domain(l.website) = ${toDomain(domain)}`),
    ...when(source, (source) => sql`l.source = ${source}`),
    ...when(state, (state) => sql`${STATE} = ${state}`),
    ...when(level, (level) => sql`${shownLevel} = ${level}`),
    ...toPlaceConditions(filter),
    ...toMarkConditions(filter),
  ];
}

/** The days on which a listing was posted, in Los Angeles. */
export const toDayConditions = ({ from, to }: ResolvedFilter): Condition[] => [
  ...when(from, (day) => sql`l.created_at >= ${day}::date::timestamp at time zone 'America/Los_Angeles'`),
  ...when(to, (day) => sql`l.created_at < (${day}::date + 1)::timestamp at time zone 'America/Los_Angeles'`),
];

/** The conditions of the place and the category; none is met where there is no such place. */
function toPlaceConditions({ county, city, zip, category, gazetteer }: ResolvedFilter): Condition[] {
  const place = city === undefined ? undefined : gazetteer.places.bySlug.get(city);
  const node = category === undefined ? undefined : gazetteer.categories.bySlug.get(category);
  return [
    ...when(county, (slug) => sql`l.county_id = ${gazetteer.counties.bySlug.get(slug)?.id ?? null}`),
    ...when(city, () =>
      place?.isNeighborhood ? sql`l.neighborhood_id = ${place.id}` : sql`l.place_id = ${place?.id ?? null}`,
    ),
    ...when(zip, (zip) => sql`l.zip = ${zip}`),
    ...when(category, () =>
      node?.parent ? sql`l.category_id = ${node.id}` : sql`l.top_category_id = ${node?.id ?? null}`,
    ),
  ];
}

/** The filters by marks, of which `false` is the opposite. */
function toMarkConditions({ noCategory, areaOnly, reported, doubtful, gazetteer }: ResolvedFilter): Condition[] {
  const parents = gazetteer.categories.all.filter(({ children }) => children.length > 0).map(({ id }) => id);
  const marks: [boolean | undefined, Condition][] = [
    [noCategory, sql`l.category_id = any(${parents}::integer[])`],
    [areaOnly, sql`l.lat is null`],
    [reported, sql`exists (select from reports r where r.listing_id = l.id and r.closed_at is null)`],
    [
      doubtful,
      sql`exists (select from doubtful_pairs p where p.verdict is null and (p.listing_id = l.id or p.other_id = l.id))`,
    ],
  ];
  return marks.flatMap(([asked, condition]) => when(asked, (asked) => (asked ? condition : sql`not ${condition}`)));
}

const hasWords = (words: FilterWord[]): Condition => sql`
  ' ' || search_fold(concat_ws(' ', l.title, l.business_name, l.address, l.city, l.zip, l.id)) || ' '
    like all (${words.map(({ word, isWhole }) => (isWhole ? `% ${word} %` : `% ${word}%`))}::text[])`;

/** The term of the search for a telephone. */
export const toPhoneTerm = (digits: string) => `#phone${digits}`;

/** As the SQL function `website_domain`. */
export const toDomain = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/:?#].*$/, '');

/** The condition of a value that was asked for; else none. */
function when<Value>(value: Value | undefined, toCondition: (value: Value) => RawBuilder<unknown>): Condition[] {
  return value === undefined ? [] : [toCondition(value) as Condition];
}
