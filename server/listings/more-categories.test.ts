import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findMissingLicense } from '#server/licenses/required-license.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm, newIdempotencyKey, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);
api.removeNewListingsAfterEach();
const { db } = api;
await makeAccount(db, { id: 1 });
const editor = await api.signedInVisitor((await makeStaff(db, 'administrator')).id);

const { rows } = { rows: await db.selectFrom('categories').selectAll().execute() };
const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id as number;
const topOf = (slug: string) =>
  rows.find(({ id }) => id === rows.find((row) => row.slug === slug)?.parent_id)?.slug as string;

/** Takes invalidations to the process, which counts anew. */
const settle = () => api.invalidateAll();

let owner: Visitor;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  owner = await api.signedInVisitor((await makeAccount(db)).id);
});

const CHOSEN = 'You already chose this category. Choose another one.';
const FORM = listingForm({
  title: 'Quetzal Corner',
  businessName: 'Quetzal Corner',
  description: 'Everything for a good evening, in one place by the harbor.',
  categoryId: String(idOf('pizza')),
});
async function post(more: number[], overrides: object = {}): Promise<number> {
  const form = { ...FORM, moreCategoryIds: more, ...overrides };
  const { status, body } = await sendListingForm(owner, form, newIdempotencyKey());
  expect(status, JSON.stringify(body)).toBe(201);
  await settle();
  return body.ad.id;
}
const edit = (id: number, overrides: object, version = 1) =>
  owner.send('PUT', `/api/user/ads/${id}`, { ...FORM, ...overrides, version });
const titlesOf = async (path: string) =>
  (await api.get(`/api/${path}`)).body.map(({ title }: { title: string }) => title);
const countOf = async (slug: string) => (await api.get(`/api/category/${slug}`)).body.count;
const readMore = async (id: number) => (await owner.get(`/api/user/ads/${id}`)).body.form.moreCategoryIds;

describe('A listing in three categories', () => {
  it('is in the lists, counts and searches of each, and of their top categories, once', async () => {
    const more = ['bakeries', 'plumbers'];
    const lists = [...more, ...more.map(topOf), 'pizza', topOf('pizza')];
    const before = await Promise.all(lists.map(countOf));
    const id = await post(more.map(idOf));
    for (const slug of lists) {
      expect(await titlesOf(`category/${slug}/ads`), slug).toEqual(['Quetzal Corner']);
      expect(await titlesOf(`category/${slug}/ads?sort=newest`), slug).toEqual(['Quetzal Corner']);
      expect(await titlesOf(`city/irvine/category/${slug}/ads`), slug).toEqual(['Quetzal Corner']);
      expect(await titlesOf(`search?category=${slug}`), slug).toEqual(['Quetzal Corner']);
      expect(await titlesOf(`search?category=${slug}&place=irvine`), slug).toEqual(['Quetzal Corner']);
    }
    expect(await Promise.all(lists.map(countOf))).toEqual(before.map((count) => count + 1));
    expect((await api.get('/api/city/irvine/category/plumbers')).body.category.count).toBe(1);
    expect(await titlesOf('search?q=plumber')).toEqual(['Quetzal Corner']);
    const page = (await api.get(`/api/ads/${id}`)).body;
    expect(page.category.slug).toBe('pizza');
    expect(page.moreCategories.map(({ slug }: { slug: string }) => slug)).toEqual(more);
    const { body } = await api.get(`/api/ads?ids=${id}`);
    expect(body[0].category.slug).toBe('pizza');
  });

  it('counts once in a top category of which it has several', async () => {
    const top = topOf('pizza');
    const sibling = rows.find(({ parent_id, id }) => parent_id === idOf(top) && id !== idOf('pizza'));
    const before = await countOf(top);
    await post([sibling?.id as number, idOf(top)]);
    expect(await countOf(top)).toBe(before + 1);
    expect(await countOf(sibling?.slug as string)).toBe(1);
    expect(await titlesOf(`category/${top}/ads`)).toEqual(['Quetzal Corner']);
    expect((await api.get('/api/city/irvine')).body.count).toBe(1);
  });

  it('is paged through with the others of the list, without a repetition', async () => {
    for (const [n, categoryId] of ['plumbers', 'pizza', 'plumbers', 'pizza', 'plumbers'].entries())
      await post([idOf(categoryId === 'pizza' ? 'plumbers' : 'pizza')], {
        title: `Quetzal Corner ${n}`,
        categoryId: String(idOf(categoryId)),
      });
    for (const sort of ['newest', 'relevance']) {
      const found: string[] = [];
      for (let path: string | undefined = `/api/category/plumbers/ads?limit=2&sort=${sort}`; path; ) {
        const response = await api.get(path);
        found.push(...response.body.map(({ title }: { title: string }) => title));
        path = /<([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1];
        if (path) path = path.replace(/^https?:\/\/[^/]+/, '');
      }
      expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `Quetzal Corner ${n}`));
    }
  });

  it('leaves the list of a category that an edit takes away', async () => {
    const id = await post([idOf('plumbers')]);
    expect(await titlesOf('category/plumbers/ads')).toHaveLength(1);
    expect((await edit(id, { moreCategoryIds: [idOf('bakeries')] })).status).toBe(200);
    await settle();
    expect(await titlesOf('category/plumbers/ads')).toEqual([]);
    expect(await titlesOf('search?category=plumbers')).toEqual([]);
    expect(await titlesOf('category/bakeries/ads')).toHaveLength(1);
    expect([await countOf('plumbers'), await countOf('bakeries')]).toEqual([0, 1]);
  });

  it('gets requests for quotes of each trade', async () => {
    await post([idOf('plumbers')]);
    const { body } = await api.get('/api/quotes/businesses?trade=plumbers&near=irvine');
    expect(body.businesses.map(({ name }: { name: string }) => name)).toEqual(['Quetzal Corner']);
  });
});

describe('What a form may say of further categories', () => {
  it('nothing, as older clients', async () => {
    const id = await post(undefined as never);
    expect(await readMore(id)).toEqual([]);
  });

  it.each([
    ['three', [2, 3, 4], 'moreCategoryIds', 'You can add up to 2 more categories'],
    ['an unknown one', [2, 999_999], 'moreCategoryIds.1', 'Choose a category'],
    ['the first one again', [idOf('plumbers'), idOf('pizza')], 'moreCategoryIds.1', CHOSEN],
    ['one twice', [idOf('plumbers'), idOf('plumbers')], 'moreCategoryIds.1', CHOSEN],
    [
      'a text',
      [String(idOf(topOf('plumbers')))],
      'moreCategoryIds.0',
      'Use the category’s id: a number without quotation marks',
    ],
    ['a number beyond integers', [2 ** 40], 'moreCategoryIds.0', 'Choose a category'],
    ['no list', 2, 'moreCategoryIds', undefined],
  ])('not %s', async (_what, moreCategoryIds, path, message) => {
    const { status, body } = await sendListingForm(owner, { ...FORM, moreCategoryIds }, newIdempotencyKey());
    expect(status).toBe(400);
    expect(body.issues[0]).toMatchObject({ path, ...(message && { message }) });
  });

  it('an edit that has the first one among them is refused, and nothing is lost', async () => {
    const id = await post([idOf('plumbers'), idOf('bakeries')]);
    const { status, body } = await edit(id, { moreCategoryIds: [idOf('pizza'), idOf('bakeries')] });
    expect([status, body.issues]).toEqual([400, [{ path: 'moreCategoryIds.0', message: CHOSEN }]]);
    expect(await readMore(id)).toEqual([idOf('plumbers'), idOf('bakeries')]);
  });

  it('a further one that the staff makes the first one is none of them anymore', async () => {
    const id = await post([idOf('plumbers'), idOf('bakeries')]);
    const corrected = await editor.send('PATCH', `/api/admin/ads/${id}`, {
      ...{ changes: { categoryId: String(idOf('plumbers')) }, revision: 0, reason: 'It fits better.' },
    });
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
    expect(await readMore(id)).toEqual([idOf('bakeries')]);
  });

  it('a trade that needs a license asks for it, also where it is not the first one', async () => {
    const deps = { gazetteer: await openGazetteer(db), settings: { licenseRequired: true } };
    const listing = { category_id: idOf('pizza'), license_number: null };
    expect(findMissingLicense(deps, { ...listing, more_category_ids: [idOf('plumbers')] })).not.toBeNull();
    expect(findMissingLicense(deps, { ...listing, more_category_ids: [idOf('bakeries')] })).toBeNull();
  });
});

describe('When categories change', () => {
  it('further ones follow a merge, each once', async () => {
    const id = await post([idOf('bakeries'), idOf('locksmiths')]);
    const { body } = await editor.get('/api/admin/categories');
    const { version } = body.categories.find(({ id }: { id: number }) => id === idOf('locksmiths'));
    const merge = await editor.post(`/api/admin/categories/${idOf('locksmiths')}/merge`, {
      ...{ version, into: idOf('bakeries'), reason: 'The same trade.' },
    });
    expect(merge.status, JSON.stringify(merge.body)).toBe(200);
    expect(await readMore(id)).toEqual([idOf('bakeries')]);
  });

  it('a further one is found under its new parent', async () => {
    await post([idOf('bakeries')]);
    const { body } = await editor.get('/api/admin/categories');
    const category = body.categories.find(({ id }: { id: number }) => id === idOf('bakeries'));
    const move = async (parentId: number, version: number) => {
      const { name, slug, icon, english, spanish } = category;
      const form = { name, slug, icon, english, spanish, parentId, version, reason: 'It fits better.' };
      const moved = await editor.send('PUT', `/api/admin/categories/${category.id}`, form);
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      await settle();
    };
    const top = idOf(topOf('plumbers'));
    await move(top, category.version);
    expect(await titlesOf(`search?category=${topOf('plumbers')}`)).toEqual(['Quetzal Corner']);
    expect(await titlesOf(`category/${topOf('plumbers')}/ads`)).toEqual(['Quetzal Corner']);
    await move(category.parentId, category.version + 1);
    expect(await titlesOf(`search?category=${topOf('plumbers')}`)).toEqual([]);
  });

  it('an unclaimed listing that was stored before there were any gets none', async () => {
    const id = await post([idOf('plumbers')]);
    await db
      .updateTable('listings')
      .set({ more_category_ids: null as never })
      .where('id', '=', id)
      .execute();
    expect(await readMore(id)).toEqual([]);
  });
});
