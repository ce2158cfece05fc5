import { expect, it } from 'vitest';
import { findListingNumber, toFilter } from './listing-filter.ts';

const submit = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return toFilter(form);
};

it('What is filled in filters', () => {
  expect(Object.fromEntries(submit({ words: ' 7 Eleven ', zip: '', sort: 'newest' }))).toEqual({ words: '7 Eleven' });
});

it.each([
  [{ words: '#12' }, '12'],
  [{ words: ' 12 ' }, '12'],
  [{ words: '18929' }, '18929'],
  [{ words: '#92614' }, '92614'],
  [{ id: '7' }, '7'],
  [{ words: '92614' }, undefined],
  [{ words: '7 Eleven' }, undefined],
  [{ words: '12', state: 'hidden' }, undefined],
  [{ words: '' }, undefined],
])('%j is the number %s', (fields: Record<string, string>, number) => {
  expect(findListingNumber(submit(fields))).toBe(number);
});
