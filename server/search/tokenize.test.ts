import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { tokenizeShort } from './tokenize.ts';

const { db, drop } = await createTestDatabase('empty');
afterAll(drop);

const readTexts = async (texts: string[]) =>
  (await tokenizeShort(db, texts)).map((words) => words.map(({ text }) => text));

it('texts have their words also where others evict them from memory, or are the same', async () => {
  const texts = Array.from({ length: 2000 }, (_none, i) => `word${i}`);
  await readTexts(texts);
  const [oldest = ''] = texts;
  expect(await readTexts([oldest, 'golden hour', 'golden hour'])).toEqual([
    [oldest],
    ['golden', 'hour'],
    ['golden', 'hour'],
  ]);
});
