import { expect, it } from 'vitest';
import { toFilter } from './listing-filter.ts';

const submit = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return Object.fromEntries(toFilter(form));
};

it.each([
  [{ words: '#12' }, { id: '12' }],
  [{ words: ' 18929 ' }, { id: '18929' }],
  [{ words: '7 Eleven' }, { words: '7 Eleven' }],
  [{ words: '99' }, { words: '99' }],
  [
    { words: '18929', id: '7' },
    { words: '18929', id: '7' },
  ],
  [{ words: '' }, {}],
])('%j filters by %j', (fields, filter) => {
  expect(submit(fields)).toEqual(filter);
});
