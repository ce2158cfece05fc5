import { t } from '#contract/i18n/t.ts';
import { distanceKm } from '#server/places/points.ts';
import type { ComparableBusiness } from './comparable.ts';
import { compareWords } from './compare-words.ts';
import { toPhoneNumbers } from './phones.ts';
import type { WordWeights } from './word-weights.ts';

/** What two descriptions of a business have in common, for whoever decides: 'same name, same address, same phone'. */
export function describeLikeness(a: ComparableBusiness, b: ComparableBusiness): string {
  const alike = [
    a.name.compact === b.name.compact
      ? t('same name')
      : compareWords(a.name.words, b.name.words, () => 1).similarity > 0 && t('similar name'),
    isSameAddress(a, b) && t('same address'),
    isSamePhone(a, b) && t('same phone'),
    a.business.website !== null && a.business.website === b.business.website && t('same website'),
    isNear(a, b) && t('same spot on the map'),
  ];
  return alike.filter((text) => text !== false).join(', ');
}

/** Whether they share a telephone. */
export function isSamePhone({ business: a }: ComparableBusiness, { business: b }: ComparableBusiness): boolean {
  const phones = toPhoneNumbers(b.phone);
  return toPhoneNumbers(a.phone).some((number) => phones.includes(number));
}

/** Whether they share number and street. */
export const isSameAddress = ({ address: a }: ComparableBusiness, { address: b }: ComparableBusiness) =>
  a.number !== null && a.number === b.number && a.street.some((word) => b.street.includes(word));

const SPOT_KM = 0.06;

function isNear({ business: a }: ComparableBusiness, { business: b }: ComparableBusiness) {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return false;
  return distanceKm({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng }) <= SPOT_KM;
}

/**
 * Whether one name has no words of its own but those of the city and of what is common: 'Brea Bowl' beside 'Brea Bowling Center'. At one address that is
 * hardly another business.
 */
export function sharesDecidingWords(a: ComparableBusiness, b: ComparableBusiness, weights: WordWeights): boolean {
  if (a.name.branch !== null && b.name.branch !== null && a.name.branch !== b.name.branch) return false;
  const cityWords = new Set([...a.cityWords, ...b.cityWords]);
  const toOwn = ({ name }: ComparableBusiness) =>
    name.words.filter((word) => !cityWords.has(word) && !BUILDING_WORDS.has(word) && weights.get(word) >= MIN_WEIGHT);
  const [first, second] = [toOwn(a), toOwn(b)];
  const isWithin = (words: string[], others: string[]) =>
    words.length > 0 && words.every((word) => others.some((other) => haveOneStem(word, other)));
  return isWithin(first, second) || isWithin(second, first);
}

/** Of words that name a kind it is less. */
const MIN_WEIGHT = 2.5;
const MIN_STEM = 4;
// What several businesses of one address share.
const BUILDING_WORDS = new Set(
  'building center centre complex court floor mall plaza square suite tower village'.split(' '),
);

const haveOneStem = (a: string, b: string) => {
  const [short = '', long = ''] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (short.length >= MIN_STEM && long.startsWith(short));
};
