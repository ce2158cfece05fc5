import type { CategoryNode } from '../../places/gazetteer.ts';

/** How likely two categories describe one business. */
export type KindRelation = 'same' | 'related' | 'unknown' | 'other';

/** Compares the categories that two sources give a business: what one calls a grocery store another calls a department store. */
export function compareKinds(a: CategoryNode, b: CategoryNode): KindRelation {
  if (a.slug === b.slug) return 'same';
  if (isVague(a) || isVague(b)) return 'unknown';
  if (groupsOf(a).some((group) => groupsOf(b).includes(group))) return 'related';
  return 'other';
}

const isVague = ({ slug, parent }: CategoryNode) =>
  VAGUE.has(slug) || (VAGUE.has(parent?.slug ?? '') === true && parent?.slug === 'business-industrial');

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
const groupsOf = ({ slug, parent }: CategoryNode): string[] => {
  if (slug === 'farmers-markets') return ['markets'];
  if (slug === 'pharmacies') return ['pharmacies'];
  const top = parent?.slug ?? slug;
  const groups = top === 'food-grocery' ? [] : [top === 'nightlife' ? 'restaurants' : top];
  if (COUNTERS.includes(slug)) groups.push('restaurants');
  if ([...STORES, 'department-stores', 'discount-stores', 'bakeries'].includes(slug)) groups.push('stores');
  if (slug === 'convenience-stores' || slug === 'gas-stations') groups.push('fuel');
  return groups;
};
