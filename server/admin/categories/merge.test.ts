import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminCategory } from '#contract/admin/categories.ts';
import { makeAccount, makeListing, makeSavedSearch, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { listingForm, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
// Another process of the same site.
const other = await createTestApi({ database: api.database });
const { db } = api;
const auditLog = trackAuditLog(db);
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await other.close();
  await api.close();
});

let editor: Visitor;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  editor = await api.signedInVisitor((await makeStaff(db, 'editor')).id);
});

/** Takes to both processes what the database has notified. */
async function deliver() {
  for (const keys of await invalidations.takeReceived())
    await Promise.all([api.invalidate(keys), other.invalidate(keys)]);
}
const readTree = async (): Promise<AdminCategory[]> => (await editor.get('/api/admin/categories')).body.categories;
async function find(slug: string): Promise<AdminCategory> {
  const category = (await readTree()).find((one) => one.slug === slug);
  if (!category) throw new Error(`no category ${slug}`);
  return category;
}
async function merge(from: string, into: string) {
  const { id, version } = await find(from);
  const body = { version, into: (await find(into)).id, reason: 'The same.' };
  const response = await editor.post(`/api/admin/categories/${id}/merge`, body);
  await deliver();
  return response;
}
const redirectOf = async (path: string, from = other) => {
  const { status, headers } = await from.get(path);
  return status === 301 ? headers.location : status;
};
/** Adds listings of nobody. */
async function fill(category: string, count: number) {
  const { id } = await makeListing(db, { category, origin: 'open-data', title: 'Golden Hour' });
  await sql`
    insert into listings (title, description, business_name, city, zip, place_id, county_id, location_id, category_id, top_category_id, origin)
    select title, description, business_name, city, zip, place_id, county_id, location_id, category_id, top_category_id, origin
    from listings, generate_series(2, ${count}) where id = ${id}`.execute(db);
  await Promise.all([api.invalidateAll(), other.invalidateAll()]);
}
const countIn = async (slug: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listings l join categories c on c.id = l.category_id where c.slug = ${slug}`.execute(
    db,
  );
  return rows[0]?.count;
};

describe('Merging a category into another one', () => {
  it('says what it touches, and moves listings in any state, notices, rules, searches and words', async () => {
    const [caterers, trucks] = [await find('caterers'), await find('food-trucks')];
    for (const status of ['active', 'paused', 'hidden', 'deleted'] as const)
      await makeListing(db, { category: 'caterers', title: `Golden ${status}`, status });
    const owner = await makeAccount(db);
    await makeSavedSearch(db, { account_id: owner.id, search: 'q=golden&category=caterers' });
    await makeSavedSearch(db, { account_id: owner.id, search: 'category=caterers-of-old' });
    await db
      .insertInto('notices')
      .values({
        ...{ text: 'Fair', tone: 'information', category_id: caterers.id },
        ...{ starts_at: new Date(), ends_at: new Date(Date.now() + 3_600_000) },
      })
      .execute();
    await db
      .updateTable('approval_rules')
      .set({ category_ids: [caterers.id] })
      .execute();
    await Promise.all([api.invalidateAll(), other.invalidateAll()]);

    const preview = await editor.get(`/api/admin/categories/${caterers.id}/merge?into=${trucks.id}`);
    expect(preview.body).toEqual({ listings: 4, pages: 2, notices: 1, savedSearches: 1, needsApproval: true });

    expect((await merge('caterers', 'food-trucks')).status).toBe(200);
    expect(await redirectOf('/api/category/caterers')).toBe('/api/category/food-trucks');
    expect(await redirectOf('/api/city/irvine/category/caterers/ads')).toBe(
      '/api/city/irvine/category/food-trucks/ads',
    );
    expect(await redirectOf('/api/search?category=caterers')).toBe('/api/search?category=food-trucks');
    const titles = async (path: string) => (await other.get(path)).body.map(({ title }: { title: string }) => title);
    expect(await titles('/api/category/food-trucks/ads')).toEqual(['Golden active']);
    expect(await titles('/api/category/restaurants/ads')).toEqual(['Golden active']);
    expect(await titles('/api/search?q=caterer')).toEqual(['Golden active']);
    expect((await other.get('/api/categories')).body.some(({ slug }: AdminCategory) => slug === 'caterers')).toBe(
      false,
    );
    expect((await other.get('/api/notices')).body[0].scope).toEqual({ kind: 'category', slug: 'food-trucks' });
    const notice = await db.selectFrom('notices').select(['category_id', 'version']).executeTakeFirst();
    expect(notice).toEqual({ category_id: trucks.id, version: 2 });
    const rules = await db.selectFrom('approval_rules').select(['category_ids', 'version']).executeTakeFirst();
    expect(rules?.category_ids).toEqual([trucks.id]);
    expect(await countIn('food-trucks')).toBe(4);
    const { formerSlugs, english } = await find('food-trucks');
    expect(formerSlugs).toEqual(['caterers']);
    expect(english).toEqual([
      ...trucks.english,
      ...caterers.english,
      ...(caterers.english.includes('Caterers') ? [] : ['Caterers']),
    ]);
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'category-merged',
        before: { name: 'Caterers', address: 'caterers', listings: 4 },
        after: { mergedInto: trucks.name },
      },
    ]);
  });

  it('is a version of each listing, and whoever names the former category means the other one', async () => {
    const owner = await makeAccount(db);
    const { id } = await makeListing(db, { category: 'karaoke', owner_id: owner.id });
    const former = await find('karaoke');
    await merge('karaoke', 'bars');
    const bars = await find('bars');
    const versions = await db.selectFrom('listing_versions').selectAll().where('listing_id', '=', id).execute();
    expect(versions).toMatchObject([
      { kind: 'other', account_id: null, before: { category_id: former.id }, after: { category_id: bars.id } },
    ]);
    const visitor = await api.signedInVisitor(owner.id);
    expect((await sendListingForm(visitor, listingForm({ categoryId: String(former.id) }))).status).toBe(201);
    // As a process would that has not heard of it.
    await db.updateTable('listings').set({ category_id: former.id }).where('id', '=', id).execute();
    const own = await db
      .selectFrom('listings')
      .select(['category_id', 'top_category_id'])
      .where('owner_id', '=', owner.id)
      .execute();
    const filed = { category_id: bars.id, top_category_id: bars.parentId };
    expect(own).toEqual([filed, filed]);
  });

  it('leads from each of several to the last one', async () => {
    await merge('steakhouses', 'barbecue');
    await merge('barbecue', 'seafood-restaurants');
    for (const slug of ['steakhouses', 'barbecue'])
      expect(await redirectOf(`/api/category/${slug}`)).toBe('/api/category/seafood-restaurants');
    expect((await find('seafood-restaurants')).formerSlugs).toEqual(['barbecue', 'steakhouses']);
    const taken = await editor.post('/api/admin/categories', {
      ...{
        name: 'Steaks',
        slug: 'steakhouses',
        icon: 'beef',
        parentId: null,
        english: [],
        spanish: [],
        reason: 'New.',
      },
    });
    expect([taken.status, taken.body.issues[0].path]).toEqual([409, 'slug']);
  });

  it.each([
    ['with subcategories', 'restaurants', 'nightlife', 409],
    ['into itself', 'pizza', 'pizza', 400],
  ])('is refused for one %s', async (_what, from, into, status) => {
    const [source, target] = [await find(from), await find(into)];
    expect((await editor.get(`/api/admin/categories/${source.id}/merge?into=${target.id}`)).status).toBe(status);
    expect((await merge(from, into)).status).toBe(status);
    expect(await redirectOf(`/api/category/${from}`)).toBe(200);
  });

  it('is refused after somebody else changed it, and for what does not exist', async () => {
    const { id, version } = await find('pizza');
    const into = (await find('bars')).id;
    const send = async (path: string, body: object) =>
      (await editor.post(`/api/admin/categories/${path}/merge`, { version, into, reason: 'The same.', ...body }))
        .status;
    expect(await send(String(id), { version: version + 1 })).toBe(409);
    expect(await send(String(id), { into: 999_999 })).toBe(404);
    expect(await send('999999', {})).toBe(404);
    expect(await send(String(id), { reason: ' ' })).toBe(400);
    expect(await countIn('pizza')).toBe(0);
  });
});

describe('A category with many listings', () => {
  it('stays until the last one has moved in batches, with its progress, and only then redirects', async () => {
    await fill('donuts', 450);
    const response = await merge('donuts', 'bakeries');
    const { change } = response.body.categories.find(({ slug }: AdminCategory) => slug === 'donuts');
    expect(change).toEqual({ kind: 'merge', into: 'Bakeries', done: 200, total: 450 });
    // Whatever the job has done meanwhile, each listing is in one of the two, which are there.
    expect((await api.get('/api/category/bakeries')).status).toBe(200);
    // The preview, because a merge that is allowed, once the job is done, would move the listings on.
    const [bakeries, pizza] = [await find('bakeries'), await find('pizza')];
    const refused = await editor.get(`/api/admin/categories/${bakeries.id}/merge?into=${pizza.id}`);
    if ((await readTree()).some(({ slug }) => slug === 'donuts')) expect(refused.status).toBe(409);

    await expect.poll(() => countIn('donuts')).toBe(0);
    await expect.poll(async () => (await readTree()).some(({ slug }) => slug === 'donuts')).toBe(false);
    await deliver();
    expect(await redirectOf('/api/category/donuts')).toBe('/api/category/bakeries');
    expect((await other.get('/api/category/bakeries')).body.count).toBe(450);
    expect(await countIn('bakeries')).toBe(450);
  });

  it('follows a new name and a new parent in the same way, after a restart too', async () => {
    await fill('florists', 450);
    const florists = await find('florists');
    const { id: parentId } = await find('nightlife');
    // A process that died after it had changed the category.
    await db
      .updateTable('categories')
      .set({ name: 'Flower Shops', parent_id: parentId })
      .where('id', '=', florists.id)
      .execute();
    const changes = await db
      .selectFrom('category_changes')
      .select(['kind', 'total'])
      .where('finished_at', 'is', null)
      .execute();
    expect(changes.map(({ kind, total }) => [kind, total]).toSorted()).toEqual([
      ['move', 450],
      ['rename', 450],
    ]);
    const restarted = await createTestApi({ database: api.database });
    const counts = async () => {
      const { rows } = await sql<{ moved: number; found: number }>`
        select count(*) filter (where top_category_id = ${parentId})::int as moved,
          count(*) filter (where words @@ to_tsquery('simple', 'flower'))::int as found
        from listings join listing_search on listing_id = id where category_id = ${florists.id}`.execute(db);
      return rows[0];
    };
    await expect.poll(counts).toEqual({ moved: 450, found: 450 });
    await expect.poll(async () => (await find('florists')).change).toBeNull();
    await restarted.close();
  });
});
