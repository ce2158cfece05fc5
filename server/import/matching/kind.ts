import type { CategoryNode } from '#server/places/gazetteer.ts';

/** How likely two categories describe one business. */
export type KindRelation = 'same' | 'related' | 'unknown' | 'other';

/** Compares the categories that two sources give a business: what one calls a grocery store another calls a department store. */
export function compareKinds(a: CategoryNode, b: CategoryNode): KindRelation {
  if (a.key === b.key) return 'same';
  if (isVague(a) || isVague(b)) return 'unknown';
  if (getGroups(a).some((group) => getGroups(b).includes(group))) return 'related';
  return 'other';
}

const isVague = ({ key, parent }: CategoryNode) =>
  VAGUE.has(key) || (VAGUE.has(parent?.key ?? '') === true && parent?.key === 'business-industrial');

// Categories that sources use for lack of a better one.
const VAGUE = new Set(
  `business-services community community-organizations food-grocery local-services personal-services professional-services
  business-industrial shopping specialty-shops`.split(/\s+/),
);

const STORES = [
  'grocery-stores',
  'convenience-stores',
  'butchers-seafood-markets',
  'liquor-stores',
  'specialty-food',
  'water-stores',
];
const COUNTERS = ['coffee-tea', 'bakeries', 'donuts', 'ice-cream-frozen-yogurt', 'juice-bubble-tea', 'caterers'];

/** A top category is one group, but for the food that is eaten out, bought, or sold in the street. */
const getGroups = ({ key, parent }: CategoryNode): string[] => {
  if (key === 'farmers-markets') return ['markets'];
  if (key === 'pharmacies') return ['pharmacies'];
  const top = parent?.key ?? key;
  const groups = top === 'food-grocery' ? [] : [top === 'nightlife' ? 'restaurants' : top];
  if (COUNTERS.includes(key)) groups.push('restaurants');
  if ([...STORES, 'department-stores', 'discount-stores', 'bakeries'].includes(key)) groups.push('stores');
  if (key === 'convenience-stores' || key === 'gas-stations') groups.push('fuel');
  return groups;
};
