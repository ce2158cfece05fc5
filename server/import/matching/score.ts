import { distanceKm } from '#server/places/points.ts';
import type { ComparableBusiness } from './comparable.ts';
import { compareWords, isSameWord, rarity } from './compare-words.ts';
import { compareKinds } from './kind.ts';
import { sharesDecidingWords } from './likeness.ts';
import { toPhoneNumbers } from './phones.ts';
import { DISTINCT_SIMILARITY } from './renamed.ts';
import { relateWebsites } from './websites.ts';
import type { WordWeights } from './word-weights.ts';

/**
 * What each agreement and contradiction adds to the score of a pair. See docs/decisions/0073-one-place-one-listing.md; tuned on
 * `judged-pairs.csv`.
 */
export const WEIGHTS = {
  /** Times the similarity of the names, from 0 to 1. */
  name: 6,
  /** Two names without a word in common. */
  noName: -2,
  /** Times the rarity of the common words, from 0 to 1. */
  rareName: 2,
  sameBranch: 2,
  otherBranch: -3,
  /** The same street number and street. */
  sameAddress: 3,
  /** A number within ten in the same street. */
  nextNumber: -1,
  /** The same number in a street that is called otherwise. */
  otherStreet: -2,
  otherNumber: -3,
  sameUnit: 1,
  otherUnit: -4,
  /** Points within 60 m, from 300 m, and from 1 km, where the address does not agree. */
  near: 1.5,
  apart: -1,
  far: -4,
  /** Two markets within 300 m. */
  sameCorner: 1.5,
  samePhone: 2.5,
  otherPhone: -1.5,
  /** One source that gives two numbers means two businesses. */
  twoPhones: -3,
  sameWebsite: 2,
  /** The domain alone: chains and hosts of pages share it. */
  sameDomain: 0.5,
  sameKind: 1,
  otherKind: -6,
  /** A market held on another day. */
  otherDay: -10,
  /** A source seldom lists one business twice. */
  sameSource: -2.5,
} as const;

/** From this score two rows are one business. */
export const SAME = 6;
/** From this score a person decides. */
export const DOUBTFUL = 4.5;

/**
 * The score of a pair: the sum of what agrees and what contradicts. Two sources that give one name at one address mean one business,
 * whatever they call its kind. Where each name has words of its own, or they share nothing but address and telephone, as those of a
 * renamed business do, a person decides.
 */
export function score(a: ComparableBusiness, b: ComparableBusiness, weights: WordWeights): number {
  const kinds = compareKinds(a.category, b.category);
  const address = compareAddresses(a, b);
  const isSameAddress = address === 'same' && getUnitPoints(a, b) >= 0;
  const isOneSource = a.sources.some((source) => b.sources.includes(source));
  const isSame =
    isSameAddress && isSameName(a, b) && isMarket(a) === isMarket(b) && !(isOneSource && a.branch !== b.branch);
  const sameSource = isOneSource && !isSame;
  const names = compareNames(a, b, weights, sameSource);
  const isNear = !sameSource && isSameName(a, b) && getDistanceKm(a, b) <= BLOCK_KM;
  const phone = comparePhones(a, b, isOneSource);
  const sum =
    names.points +
    getAddressPoints(a, b, address, isNear) +
    comparePoints(a, b, address === 'same') +
    phone +
    compareWebsites(a, b) +
    (isSame && kinds === 'other'
      ? 0
      : { same: WEIGHTS.sameKind, related: 0, unknown: 0, other: WEIGHTS.otherKind }[kinds]) +
    (haveOtherDays(a, b) ? WEIGHTS.otherDay : 0) +
    (sameSource ? WEIGHTS.sameSource : 0);
  if (names.isDistinct && isSameAddress && phone === WEIGHTS.samePhone && !sameSource && kinds !== 'other') {
    return Math.min(Math.max(sum, DOUBTFUL), BELOW_SAME);
  }
  if (sum < DOUBTFUL && isSameAddress && !isOneSource && kinds !== 'other' && !haveOtherDays(a, b)) {
    return sharesDecidingWords(a, b, weights) ? DOUBTFUL : sum;
  }
  return names.isDistinct || phone === WEIGHTS.twoPhones ? Math.min(sum, BELOW_SAME) : sum;
}

/** The highest score with which a person decides. */
const BELOW_SAME = SAME - 0.1;
const NEAR_KM = 0.06;
const BLOCK_KM = 0.15;

const haveOtherDays = ({ days: a }: ComparableBusiness, { days: b }: ComparableBusiness) =>
  a.length > 0 && b.length > 0 && !a.some((day) => b.includes(day));

const isSameName = ({ name: a }: ComparableBusiness, { name: b }: ComparableBusiness) =>
  a.compact === b.compact && (a.branch === null || b.branch === null || a.branch === b.branch);

/** `isDistinct`: whether each has words of its own, and what they share is little of either. */
function compareNames(
  a: ComparableBusiness,
  b: ComparableBusiness,
  weights: WordWeights,
  sameSource: boolean,
): { points: number; isDistinct: boolean } {
  const cityWords = new Set([...a.cityWords, ...b.cityWords]);
  const branches =
    a.name.branch === null || b.name.branch === null
      ? 0
      : a.name.branch === b.name.branch
        ? WEIGHTS.sameBranch
        : WEIGHTS.otherBranch;
  // A source that gives two names at one place means two businesses.
  if (sameSource && (a.name.compact !== b.name.compact || a.name.branch !== b.name.branch)) {
    return { points: WEIGHTS.noName, isDistinct: true };
  }
  const weight = (word: string) => (cityWords.has(word) ? CITY_SHARE : 1) * weights.get(word);
  if (a.name.compact === b.name.compact) {
    const points = WEIGHTS.name + WEIGHTS.noName + WEIGHTS.rareName * rarity(a.name.words, weight) + branches;
    return { points, isDistinct: false };
  }
  const { similarity, shared, haveOwn } = compareWords(a.name.words, b.name.words, weight);
  if (similarity === 0) return { points: WEIGHTS.noName, isDistinct: true };
  return {
    points: similarity * (WEIGHTS.name + WEIGHTS.rareName * rarity(shared, weight)) + WEIGHTS.noName + branches,
    isDistinct: haveOwn && similarity < DISTINCT_SIMILARITY && !(isMarket(a) && isMarket(b)),
  };
}

const CITY_SHARE = 0.25;

const isMarket = ({ category }: ComparableBusiness) => category.key === 'farmers-markets';

type AddressRelation = 'unknown' | 'same' | 'next number' | 'other number' | 'other street';

function compareAddresses({ address: a }: ComparableBusiness, { address: b }: ComparableBusiness): AddressRelation {
  if (a.street.length === 0 || b.street.length === 0 || a.number === null || b.number === null) return 'unknown';
  const sameStreet =
    a.street.join('') === b.street.join('') ||
    a.street.some((word) => b.street.some((other) => isSameWord(word, other, [])));
  if (a.number === b.number) return sameStreet ? 'same' : 'other street';
  return sameStreet && Math.abs(Number(a.number) - Number(b.number)) <= 10 ? 'next number' : 'other number';
}

/** @param isNear whether two sources have one name in one block: one of them is wrong about the street or the number */
function getAddressPoints(a: ComparableBusiness, b: ComparableBusiness, relation: AddressRelation, isNear: boolean) {
  if (relation === 'unknown') return 0;
  if (relation === 'same') return WEIGHTS.sameAddress + getUnitPoints(a, b);
  // Markets are held in the street: each list names another corner or parking lot of the same one.
  if (isMarket(a) && isMarket(b)) return 0;
  if (isNear && relation !== 'other number') return 0;
  return {
    'next number': WEIGHTS.nextNumber,
    'other number': WEIGHTS.otherNumber,
    'other street': WEIGHTS.otherStreet,
  }[relation];
}

function getUnitPoints(a: ComparableBusiness, b: ComparableBusiness) {
  const [unit, other] = [a.address.units, b.address.units];
  const [fewer, more] = unit.length <= other.length ? [unit, other] : [other, unit];
  if (fewer.length === 0) return 0;
  return fewer.every((each) => more.includes(each)) ? WEIGHTS.sameUnit : WEIGHTS.otherUnit;
}

function getDistanceKm({ business: a }: ComparableBusiness, { business: b }: ComparableBusiness) {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return Number.NaN;
  return distanceKm({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng });
}

function comparePoints(first: ComparableBusiness, second: ComparableBusiness, sameAddress: boolean) {
  const km = getDistanceKm(first, second);
  if (Number.isNaN(km)) return 0;
  const corner = km < 0.3 && isMarket(first) && isMarket(second) ? WEIGHTS.sameCorner : 0;
  if (km <= NEAR_KM) return WEIGHTS.near + corner;
  // A geocoder may put an address kilometers off.
  if (km < 0.3 || sameAddress) return corner;
  return km < 1 ? WEIGHTS.apart : WEIGHTS.far;
}

const TOLL_FREE = /^(?:\(|1-)?8(?:00|33|44|55|66|77|88)\b/;

function comparePhones({ business: a }: ComparableBusiness, { business: b }: ComparableBusiness, sameSource: boolean) {
  const [first, second] = [toPhoneNumbers(a.phone), toPhoneNumbers(b.phone)];
  if (first.length === 0 || second.length === 0) return 0;
  // A toll-free number is that of a whole chain.
  if ([...first, ...second].some((number) => TOLL_FREE.test(number))) return 0;
  if (first.some((number) => second.includes(number))) return WEIGHTS.samePhone;
  return sameSource ? WEIGHTS.twoPhones : WEIGHTS.otherPhone;
}

function compareWebsites({ business: a }: ComparableBusiness, { business: b }: ComparableBusiness) {
  const relation = relateWebsites(a.website, b.website);
  return relation === null ? 0 : { page: WEIGHTS.sameWebsite, domain: WEIGHTS.sameDomain }[relation];
}
