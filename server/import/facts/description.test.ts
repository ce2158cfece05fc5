import { expect, it } from 'vitest';
import { generateDescription } from './description.ts';

it.each([
  ['154', 'Store 154.'],
  ['Albertsons La Mirada 0148', 'Store 0148.'],
  ['La Mirada #148', 'Store 148.'],
  ['La Mirada', ''],
  ['La Mirada - Imperial Hwy', 'Branch: Imperial Hwy.'],
  ['Imperial & Santa Gertrudes, La Mirada', 'Branch: Imperial & Santa Gertrudes.'],
  ['La Mirada Theatre Center', 'Branch: La Mirada Theatre Center.'],
  ['Crypto.com (Arena', 'Branch: Crypto.com (Arena.'],
])('A branch is described without name and city: %s', (branch, described) => {
  const category = { name: 'Grocery Stores' } as Parameters<typeof generateDescription>[0]['category'];
  const facts = { name: 'Albertsons', category, city: 'La Mirada', county: 'Los Angeles County', address: null };
  const fields = { category_raw: 'grocer' } as Parameters<typeof generateDescription>[0]['fields'];
  const text = generateDescription({ ...facts, fields, branch, hoursNote: '' });
  expect(text).toMatch(/La Mirada, Los Angeles County(?:, listed under Grocery Stores)?\./);
  expect(text.replace(/^.*?\.(?: |$)/, '')).toBe(described);
});
