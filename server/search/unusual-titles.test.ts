import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

describe('A listing is found by its city', () => {
  it.each([
    ['emoji', '🎉🎉🎉👩‍👩‍👧‍👦'],
    ['punctuation', '!!! --- ???'],
    ['one letter', 'A'],
    ['an ampersand', '&'],
    ['combining marks alone', '\u0301'.repeat(100)],
    ['zero-width characters', '\u200b\u200c\u200d\u2060'],
    ['Japanese', 'あ'.repeat(100)],
    ['Chinese of four bytes', '𠮷'.repeat(50)],
    ['right to left', 'مرحبا \u202eevil'],
    ['operators of a search', `' | & ! ( ) : * <-> \\ "`],
    ['marks of the index', '#paid =bakery ~bakery #category1'],
  ])('with a title of %s', async (_what, title) => {
    const id = await api.createListing({ title, business_name: title.repeat(2).slice(0, 200) });
    const { body } = await api.get('/api/search?place=irvine&limit=100');
    expect(body.map((ad: { id: number }) => ad.id)).toContain(id);
  });

  it.each([
    ['one byte per letter', 'x'.repeat(1000)],
    ['two bytes per letter', 'é'.repeat(1000)],
    ['three bytes per letter', 'あ'.repeat(1000)],
    ['the maximum number of bytes of a lexeme', 'あ'.repeat(682)],
    ['one byte less', `${'あ'.repeat(681)}ab`],
    ['four bytes per letter', '𠮷'.repeat(500)],
    ['two hundred words', Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ')],
  ])('with a description of one long word: %s', async (_what, description) => {
    const id = await api.createListing({ description });
    const { body } = await api.get('/api/search?place=irvine&limit=100');
    expect(body.map((ad: { id: number }) => ad.id)).toContain(id);
  });
});
