import { expect, it } from 'vitest';
import { moveTranslation } from './move-translation.ts';

it('texts that were said to be in another language stay as they were typed', () => {
  const typed = { title: 'Golden Hour', description: '' };
  expect(moveTranslation({ es: typed }, { from: 'es', to: 'en' })).toEqual({ en: typed });
  expect(moveTranslation(moveTranslation({ es: typed }, { from: 'es', to: 'en' }), { from: 'en', to: 'es' })).toEqual({
    es: typed,
  });
  expect(moveTranslation(undefined, { from: 'es', to: 'en' })).toEqual({});
});
