import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '../../tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

describe('A listing is posted and found by its city', () => {
  it.each([
    ['emoji', '🎉🎉🎉👩‍👩‍👧‍👦'],
    ['punctuation', '!!! --- ???'],
    ['one letter', 'A'],
    ['an ampersand', '&'],
    ['marks alone', '\u0301'.repeat(100)],
    ['letters of nothing', '\u200b\u200c\u200d\u2060'],
    ['Japanese', 'あ'.repeat(100)],
    ['Chinese of four bytes', '𠮷'.repeat(50)],
    ['right to left', 'مرحبا \u202eevil'],
    ['operators of a search', `' | & ! ( ) : * <-> \\ "`],
    ['marks of the index', '#paid =bakery ~bakery #category1'],
  ])('whatever its name is made of: %s', async (_what, title) => {
    const id = await api.createListing({ title, business_name: title.repeat(2).slice(0, 200) });
    const { body } = await api.get('/api/search?place=irvine&limit=100');
    expect(body.map((ad: { id: number }) => ad.id)).toContain(id);
  });

  it.each([
    ['a', 'x'.repeat(1000)],
    ['two bytes', 'é'.repeat(1000)],
    ['three bytes', 'あ'.repeat(1000)],
    ['as many bytes as a word may have', 'あ'.repeat(682)],
    ['one byte less', `${'あ'.repeat(681)}ab`],
    ['four bytes', '𠮷'.repeat(500)],
    ['a thousand words', Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ')],
  ])('whatever its description is one word of: %s', async (_what, description) => {
    const id = await api.createListing({ description });
    const { body } = await api.get('/api/search?place=irvine&limit=100');
    expect(body.map((ad: { id: number }) => ad.id)).toContain(id);
  });
});
