import { expect, test } from 'vitest';
import { categoryOptions } from './category-options.ts';

const category = (id: number, name: string, parentId: number | null) => ({
  id,
  name,
  slug: name.toLowerCase(),
  icon: 'folder',
  parentId,
  count: 0,
});

test('categories are offered under their parents, which can be chosen as well', () => {
  const categories = [category(1, 'Restaurants', null), category(2, 'Pets', null), category(3, 'Pizza', 1)];
  expect(categoryOptions(categories)).toEqual([
    { group: 'Restaurants', value: '1', options: [{ value: '3', label: 'Pizza' }] },
    { group: 'Pets', value: '2', options: [] },
  ]);
  expect(categoryOptions(categories, ['2', '3'])).toEqual([
    { group: 'Restaurants', value: '1', options: [] },
    { group: 'Pets', options: [] },
  ]);
});
