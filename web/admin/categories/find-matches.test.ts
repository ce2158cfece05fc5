import { describe, expect, it } from 'vitest';
import type { AdminCategory } from '#contract/admin/categories.ts';
import { findMatches } from './find-matches.ts';

const category = (fields: Partial<AdminCategory>): AdminCategory => ({
  id: 1,
  version: 1,
  name: 'Restaurants',
  names: {},
  slug: 'restaurants',
  icon: 'utensils',
  parentId: null,
  count: 0,
  english: [],
  spanish: [],
  formerSlugs: [],
  change: null,
  ...fields,
});
const tree = [
  category({ names: { es: 'Comida y restaurantes' } }),
  category({
    ...{ id: 2, name: 'Pizza', slug: 'pizzerias', parentId: 1, formerSlugs: ['pizza-places'] },
    ...{ english: ['pizza slice', 'calzone'], spanish: ['pizzería'] },
  }),
  category({ id: 3, name: 'Sushi', slug: 'sushi', parentId: 1 }),
];

describe('The categories that match what is typed', () => {
  it.each([
    ['', [1, 2, 3]],
    ['PIZZA', [1, 2]],
    ['pizzeria', [1, 2]],
    ['places', [1, 2]],
    ['rest', [1]],
    ['comida', [1]],
    ['calzone sushi', []],
  ])('are for “%s” those with all of its words, each below its parent', (typed, ids) => {
    expect([...findMatches(tree, typed).keys()].toSorted()).toEqual(ids);
  });

  it('have the words that are the reason, where the name is not', () => {
    expect(findMatches(tree, 'calz').get(2)).toEqual(['calzone']);
    expect(findMatches(tree, 'pizza').get(2)).toEqual([]);
  });
});
