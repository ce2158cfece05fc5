import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminCategory } from '#contract/admin/categories.ts';
import { matchCategory } from '#server/import/categories/match-category.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { makeAccount, makeStaff } from './factories.ts';
import { loadGazetteer } from './gazetteer.ts';

const api = await createTestApi();
const { db } = api;
afterAll(() => api.close());

let editor: Visitor;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  editor = await api.signedInVisitor((await makeStaff(db, 'editor')).id);
});

const readTree = async (): Promise<AdminCategory[]> => (await editor.get('/api/admin/categories')).body.categories;
async function find(slug: string): Promise<AdminCategory> {
  const category = (await readTree()).find((one) => one.slug === slug);
  if (!category) throw new Error(`no category ${slug}`);
  return category;
}
async function edit(slug: string, changes: object) {
  const { id, ...category } = await find(slug);
  const response = await editor.send('PUT', `/api/admin/categories/${id}`, {
    ...category,
    reason: 'Ours.',
    ...changes,
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
}

/** The data with other categories. */
function withCategories(change: (text: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'categories-'));
  cpSync(DATA_FOLDER, folder, { recursive: true });
  const file = join(folder, 'categories.csv');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return pathToFileURL(`${folder}/`);
}

/** The names in Spanish with other ones. */
function withSpanishNames(names: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  mkdirSync(join(folder, 'es'));
  const rows = Object.entries(names).map(([slug, name]) => `${slug},${name}\n`);
  writeFileSync(join(folder, 'es/categories.csv'), `slug,name\n${rows.join('')}`);
  return pathToFileURL(`${folder}/`);
}

const spanishNames = async (...slugs: string[]) => {
  const tree = await readTree();
  return slugs.map((slug) => tree.find((category) => category.slug === slug)?.names.es);
};

describe('The names of a release in other languages', { shuffle: false }, () => {
  it('are those of a new database', async () => {
    expect(await spanishNames('plumbers', 'body-shops', 'notaries')).toEqual([
      ...['Plomeros', 'Hojalatería y pintura', 'Notary public'],
    ]);
    const unnamed = (await readTree()).filter(({ names }) => !names.es).map(({ slug }) => slug);
    // What the staff adds below.
    expect(unnamed.filter((slug) => slug !== 'tinkers')).toEqual([]);
  });

  it('are added to the database of an earlier release, but not to what the staff wrote or emptied', async () => {
    await edit('plumbers', { names: { es: 'Fontaneros' } });
    await edit('tires', { names: { es: '' } });
    await sql`update categories set names = '{}' where edited = '{}'`.execute(db);
    await sql`update settings set value = '"earlier"' where key = 'gazetteer'`.execute(db);
    await api.invalidateAll();
    expect(await spanishNames('plumbers', 'tires', 'body-shops')).toEqual(['Fontaneros', undefined, undefined]);
    const { version } = await find('body-shops');
    expect(await loadGazetteer(db)).toBe(true);
    await api.invalidateAll();
    expect(await spanishNames('plumbers', 'tires', 'body-shops')).toEqual([
      ...['Fontaneros', undefined, 'Hojalatería y pintura'],
    ]);
    expect((await find('body-shops')).version).toBe(version + 1);
    expect((await api.get('/api/category/body-shops?lang=es')).body.name).toBe('Hojalatería y pintura');
    expect((await api.get('/api/category/tires?lang=es')).body.name).toBe('Tires');
  });

  it('change with the next release, and go if it has none', async () => {
    const next = withSpanishNames({ plumbers: 'Plomería', tires: 'Llantas', 'body-shops': 'Enderezado y pintura' });
    expect(await loadGazetteer(db, DATA_FOLDER, next)).toBe(true);
    expect(await loadGazetteer(db, DATA_FOLDER, next)).toBe(false);
    await api.invalidateAll();
    expect(await spanishNames('plumbers', 'tires', 'body-shops', 'roofing')).toEqual([
      ...['Fontaneros', undefined, 'Enderezado y pintura', undefined],
    ]);
    expect(await loadGazetteer(db)).toBe(true);
    await api.invalidateAll();
    expect(await spanishNames('body-shops', 'roofing')).toEqual(['Hojalatería y pintura', 'Techadores']);
  });
});

describe('New data about categories', { shuffle: false }, () => {
  it('change what nobody edited, add to the tree, and leave what the staff edited', async () => {
    const { id: nightlife } = await find('nightlife');
    await edit('pizza', { name: 'Pies', slug: 'pies', parentId: nightlife });
    await edit('bakeries', { english: ['bread'], spanish: [] });
    await edit('donuts', { icon: 'hammer' });
    const added = { name: 'Tinkers', icon: 'hammer', parentId: null, english: [], spanish: [], reason: 'Ours.' };
    expect((await editor.post('/api/admin/categories', added)).status).toBe(200);
    const { id, version } = await find('karaoke');
    const merge = { version, into: (await find('bars')).id, reason: 'Ours.' };
    expect((await editor.post(`/api/admin/categories/${id}/merge`, merge)).status).toBe(200);

    const changed = withCategories(
      (text) =>
        `${text
          .replace('pizza,Pizza,restaurants,pizza', 'pizza,Pizza Places,restaurants,flame')
          .replace('bakeries,Bakeries,', 'bakeries,Bread & Cakes,')
          .replace('donuts,Donuts,food-grocery,donut', 'donuts,Doughnuts,food-grocery,cookie')
          .replace('karaoke,Karaoke,', 'karaoke,Singing,')
          .replace(/^casinos,.*\n/m, '')}axe-throwing,Axe Throwing,pizza,hammer,,
pies,Pies of the Data,food-grocery,pizza,,
`,
    );
    expect(await loadGazetteer(db, changed)).toBe(true);
    await api.invalidateAll();
    const tree = await readTree();
    const get = (slug: string) => tree.find((category) => category.slug === slug);
    // Not edited: the icon.
    expect(get('pies')).toMatchObject({ name: 'Pies', icon: 'flame', parentId: nightlife, formerSlugs: ['pizza'] });
    expect(get('bakeries')).toMatchObject({ name: 'Bread & Cakes', english: ['bread'], spanish: [] });
    expect(get('donuts')).toMatchObject({ name: 'Doughnuts', icon: 'hammer' });
    expect(get('tinkers')).toMatchObject({ name: 'Tinkers' });
    expect(get('casinos')).toBeUndefined();
    expect(get('karaoke')).toBeUndefined();
    // The data file it under what is no top category any more.
    expect(get('axe-throwing')).toMatchObject({ parentId: nightlife });
    expect(
      tree.filter(({ parentId }) => parentId !== null && tree.find(({ id }) => id === parentId)?.parentId),
    ).toEqual([]);
    expect((await api.get('/api/category/karaoke')).headers.location).toBe('/api/category/bars');
  });

  it('are loaded again without a change, and what they call categories is understood', async () => {
    const before = await readTree();
    expect(await loadGazetteer(db)).toBe(true);
    await api.invalidateAll();
    expect((await readTree()).map(({ slug }) => slug).toSorted()).toEqual(
      [...before.map(({ slug }) => slug), 'casinos'].filter((slug) => slug !== 'axe-throwing').toSorted(),
    );
    const gazetteer = await openGazetteer(db);
    const match = (fields: object) =>
      matchCategory(gazetteer, { name: '', category: '', category_raw: '', ...fields }, { brand: null }, () => {})
        .category?.slug;
    expect(match({ category: 'pizza' })).toBe('pies');
    expect(match({ category: 'karaoke' })).toBe('bars');
    expect(match({ category_raw: 'pizza parlor' })).toBe('pies');
  });
});
