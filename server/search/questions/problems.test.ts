import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import type { SearchSummary } from '#contract/search.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
api.removeNewListingsAfterEach();

const understand = async (q: string): Promise<SearchSummary> =>
  (await api.visitor().get(`/api/search/about?q=${encodeURIComponent(q)}`)).body;
const findKinds = async (q: string) => (await understand(q)).understood.categories.map(({ slug }) => slug);

describe('A search that tells a problem is for those who help', () => {
  it.each([
    ['my toilet won’t stop running', 'plumbers'],
    ['fix my toilet', 'plumbers'],
    ['ac not cooling', 'hvac'],
    ['locked out of my house', 'locksmiths'],
    ['who sells wedding cakes', 'bakeries'],
    ['where can I buy halal meat', 'grocery-stores'],
    ['roaches in my garage', 'pest-control'],
    ['where can I print documents', 'printing-shipping'],
    ['se me tapó el baño', 'plumbers'],
    ['me duele una muela', 'dentists'],
    ['mi perro está enfermo', 'veterinarians'],
    ['dónde puedo mandar dinero a México', 'check-cashing'],
    ['ayuda con la tarea de matemáticas', 'tutoring'],
  ])('%s', async (q, slug) => {
    expect(await findKinds(q)).toEqual([slug]);
  });

  it('with a place in its words', async () => {
    const { near, understood } = await understand('locked my keys in the car san diego');
    expect(near?.name).toBe('San Diego');
    expect(understood.categories[0]?.slug).toBe('locksmiths');
  });

  it('before who has its words: no Porsche dealer for a dead battery', async () => {
    await api.createListing({ title: 'Dead Sea Porsche Battery', category: 'car-dealers' });
    const repair = await api.createListing({ title: 'Nutmeg Motors', category: 'auto-repair' });
    const { body } = await api.visitor().get('/api/search?q=dead car battery');
    expect(body[0].id).toBe(repair);
  });
});

it.each([
  ['where to watch the sunset', 'bars'],
  ['paint your own pottery', 'painters'],
])('Some words of several problems tell none: %s', async (q, slug) => {
  expect(await findKinds(q)).not.toContain(slug);
});

it.each([
  ['coffee shop to watch the game', 'coffee-tea'],
  ['flat tire help', 'towing'],
])('A kind of business that is named is meant: %s', async (q, slug) => {
  expect(await findKinds(q)).toEqual([slug]);
});

it('A business that is called so is found by its name', async () => {
  const bar = await api.createListing({ title: 'Lost My Keys', category: 'bars' });
  const { body } = await api.visitor().get('/api/search?q=lost my keys');
  expect(body.map(({ id }: { id: number }) => id)).toEqual([bar]);
});

it('The table has 300 phrases in each language, for categories that there are', () => {
  const read = (file: string): Record<string, string>[] =>
    parse(readFileSync(new URL(file, DATA_FOLDER)), { columns: true });
  const slugs = new Set(read('categories.csv').map(({ slug }) => slug));
  const rows = read('problem-words.csv');
  for (const language of ['english', 'spanish']) {
    const phrases = rows.flatMap((row) => (row[language] ?? '').split(';').filter(Boolean));
    expect(phrases.length).toBeGreaterThanOrEqual(300);
    // Alternatives are in one group, which is no blank and names nothing twice.
    for (const group of phrases.flatMap((phrase) => phrase.split(' '))) {
      const words = group.split('/');
      expect(new Set(words).size, group).toBe(words.length);
      expect(words, group).not.toContain('');
    }
  }
  expect(rows.flatMap((row) => (row.slugs ?? '').split(';')).filter((slug) => !slugs.has(slug))).toEqual([]);
});
